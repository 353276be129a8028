R"js(
// Sorting, searching and filtering of the grades; all that the page says stands there without it.
"use strict";
(() => {
  // Until the table is there and cut to what is shown, its rows are not laid out.
  const root = document.documentElement.classList;
  root.add("scripted", "starting");
  const at_once = 500;  // rows: laying out thousands takes seconds

  const start = () => {
    const table = document.getElementById("table");
    if (!table) return;
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...body.rows];
    const search = document.getElementById("search");
    const lab = document.getElementById("lab");
    const only = document.getElementById("only");
    const earlier = document.getElementById("earlier");
    const count = document.getElementById("count");
    const more = document.getElementById("more");
    const lab_column = heads.findIndex((head) => head.textContent === "Lab");

    // What is asked of every row again and again is read once, when it is first asked for.
    const keys = [];
    const keys_of = (column) => keys[column] ||= rows.map((row) => {
      const text = row.cells[column].textContent.trim();
      if (!("number" in heads[column].dataset)) return text;
      return text === "" ? null : parseFloat(text);
    });
    let texts = null;
    const text_of = (i) => (texts ||= rows.map((row) => row.textContent.toLowerCase()))[i];

    let order = rows.map((row, i) => i);
    let limit = at_once;
    const show = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const labs = lab && lab.value ? keys_of(lab_column) : null;
      let found = 0;
      for (const i of order) {
        const marks = rows[i].dataset.k;
        const good = (!only.value || marks.includes(only.value)) && (!labs || labs[i] === lab.value) &&
          (!earlier || earlier.checked || !marks.includes("e")) &&
          words.every((word) => text_of(i).includes(word));
        rows[i].hidden = !good || ++found > limit;
      }
      count.textContent = (found === rows.length ? "" : `${found} of `) +
        `${rows.length} grade${rows.length === 1 ? "" : "s"}` + (found > limit ? `, the first ${limit} shown` : "");
      more.hidden = found <= limit;
    };

    const collator = new Intl.Collator("en", {numeric: true, sensitivity: "base"});
    const sort = (column, up) => {
      const key = keys_of(column);
      const number = "number" in heads[column].dataset;
      const sign = up ? 1 : -1;
      order = rows.map((row, i) => i).sort((a, b) => {
        const x = key[a], y = key[b];
        const no_x = x === null || x === "", no_y = y === null || y === "";
        if (no_x || no_y) return no_x - no_y || a - b;  // what is empty comes last, both ways
        return sign * (number ? x - y : collator.compare(x, y)) || a - b;
      });
      body.append(...order.map((i) => rows[i]));
      heads.forEach((head, i) => head.setAttribute(
        "aria-sort", i !== column ? "none" : up ? "ascending" : "descending"));
      show();
    };
    heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => {
      sort(column, head.getAttribute("aria-sort") !== "ascending");
    }));

    let due = 0;
    search.addEventListener("input", () => {
      clearTimeout(due);
      due = setTimeout(show, 80);
    });
    for (const control of [lab, only, earlier]) if (control) control.addEventListener("change", show);
    more.addEventListener("click", () => {
      limit = rows.length;
      show();
    });
    // Paper has all that was asked for.
    let before = limit;
    addEventListener("beforeprint", () => {
      before = limit;
      limit = rows.length;
      show();
    });
    addEventListener("afterprint", () => {
      limit = before;
      show();
    });
    show();

    // "/" searches, Escape clears, the arrows go through the students.
    const links = () => [...body.querySelectorAll("tr:not([hidden]) > th > a")];
    addEventListener("keydown", (event) => {
      const at = document.activeElement;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const typing = at && (at.tagName === "INPUT" && at.type !== "checkbox" || at.tagName === "SELECT");
      if (event.key === "/" && !typing) {
        search.focus();
        search.select();
      } else if (event.key === "Escape" && at === search) {
        search.value = "";
        show();
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") &&
                 (at === search || body.contains(at))) {
        const all = links();
        const next = all[all.indexOf(at) + (event.key === "ArrowDown" ? 1 : -1)];
        if (next) next.focus();
        else if (event.key === "ArrowUp") search.focus();
        else return;
      } else {
        return;
      }
      event.preventDefault();
    });
  };

  addEventListener("DOMContentLoaded", () => {
    try {
      start();
    } finally {
      root.remove("starting");
    }
  });
})();
)js"
