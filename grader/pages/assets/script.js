R"js(
// Comfort only: the page says and links everything without it.
"use strict";
(() => {
  // A copy button for each command, where the browser lets a page write to the clipboard.
  if (navigator.clipboard && window.isSecureContext) {
    for (const box of document.querySelectorAll(".command")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "copy";
      const command = box.querySelector("pre").textContent.trim();
      button.addEventListener("click", (event) => {
        event.preventDefault(); // the box stays as it is
        navigator.clipboard.writeText(command).then(
          () => { button.textContent = "copied"; },
          () => { button.textContent = "not allowed"; });
        setTimeout(() => { button.textContent = "copy"; }, 2000);
      });
      box.querySelector("summary").append(button);
    }
  }

  // A link into a fold opens it: not every browser does so itself.
  const unfold = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    let closed = false;
    for (let at = target.parentElement; at; at = at.parentElement) {
      if (at.tagName === "DETAILS" && !at.open) closed = at.open = true;
    }
    if (closed) target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();
})();
)js"
