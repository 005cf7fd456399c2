"""What knows no statistics: checks, text, files, registries, citations and caches."""
