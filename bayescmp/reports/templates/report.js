"use strict";
for (const button of document.querySelectorAll("table.sortable thead button")) {
  button.addEventListener("click", () => {
    const head = button.parentElement;
    const column = [...head.parentElement.children].indexOf(head);
    const rising = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const body = head.closest("table").tBodies[0];
    const key = (row) => {
      const cell = row.children[column];
      return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
    };
    // What a row does not have comes last in either direction.
    const order = (a, b) => {
      if (a === "" || b === "") return (a === "") - (b === "");
      const larger = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
      return rising ? larger : -larger;
    };
    const rows = [...body.rows].map((row) => [key(row), row]);
    rows.sort((one, other) => order(one[0], other[0]));
    body.append(...rows.map((pair) => pair[1]));
  });
}
