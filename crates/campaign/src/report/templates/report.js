"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const findings = all(".finding");

  // Copying. Pages that are opened from disk may lack the clipboard, so the old way is kept.
  const copy = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      const selection = getSelection();
      selection.selectAllChildren(code);
      const done = document.execCommand("copy");
      if (done) selection.removeAllRanges();
      return done;
    }
  };
  for (const block of all(".block")) {
    const button = document.createElement("button");
    const name = block.querySelector("pre").getAttribute("aria-label");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy: " + name);
    button.addEventListener("click", async () => {
      button.textContent = (await copy(block.querySelector("code"))) ? "Copied" : "Selected";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
    block.classList.add("has-copy");
  }

  // A link to a finding opens it.
  const openTarget = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener("hashchange", openTarget);
  openTarget();

  // What is closed would not be printed by every browser.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = findings.filter((finding) => !finding.open);
    for (const finding of opened) finding.open = true;
  });
  addEventListener("afterprint", () => { for (const finding of opened) finding.open = false; });

  const filter = document.getElementById("filter");
  if (!filter || findings.length < 2) return;
  filter.hidden = false;
  const field = (name) => document.getElementById("filter-" + name);
  const [text, kind, solver, byDefault, count] = ["text", "kind", "solver", "default", "count"].map(field);
  const texts = new Map();
  const textOf = (finding) => {
    if (!texts.has(finding)) texts.set(finding, finding.textContent.toLowerCase());
    return texts.get(finding);
  };
  const apply = () => {
    const wanted = text.value.trim().toLowerCase();
    let shown = 0;
    for (const finding of findings) {
      const fits = (!kind.value || finding.dataset.kind === kind.value)
        && (!solver.value || finding.dataset.solver === solver.value)
        && (!byDefault?.checked || finding.dataset.default === "true")
        && (!wanted || textOf(finding).includes(wanted));
      finding.hidden = !fits;
      shown += fits;
    }
    for (const section of all(".kind")) section.hidden = !section.querySelector(".finding:not([hidden])");
    count.textContent = shown === findings.length ? shown + " findings" : shown + " of " + findings.length;
  };
  for (const input of [text, kind, solver, byDefault]) input?.addEventListener("input", apply);
  apply();

  const expand = document.getElementById("expand");
  expand.addEventListener("click", () => {
    const open = expand.textContent === "Open all";
    for (const finding of findings) if (!finding.hidden) finding.open = open;
    expand.textContent = open ? "Close all" : "Open all";
  });
})();
