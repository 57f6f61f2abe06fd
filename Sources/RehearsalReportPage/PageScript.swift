import Rehearsal
import RehearsalContracts
import RehearsalReports

/// What makes the counts at the top filters, and opens what a link leads to.
enum PageScript {
    static let text = Markup(
        raw: #"""
            (() => {
              "use strict";
              const all = (selector, root = document) => [...root.querySelectorAll(selector)];
              const chips = all("[data-filter]");
              const search = document.getElementById("search");
              const shown = document.getElementById("shown");
              const items = all("[data-verdicts]");
              const groups = all("[data-group]");

              function apply() {
                const chosen = chips.filter(c => c.getAttribute("aria-pressed") === "true").map(c => c.dataset.filter);
                const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
                for (const item of items) {
                  const verdicts = item.dataset.verdicts.split(" ");
                  const isChosen = chosen.length === 0 || verdicts.some(v => chosen.includes(v));
                  const isFound = words.every(w => item.dataset.words.includes(w));
                  item.classList.toggle("off", !(isChosen && isFound));
                }
                for (const group of groups) {
                  const inside = all("[data-verdicts]", group);
                  group.classList.toggle("off", inside.length > 0 && inside.every(i => i.classList.contains("off")));
                }
                const count = all("details.line").filter(line => !line.classList.contains("off")).length;
                shown.textContent = `${count} clauses shown`;
                document.documentElement.classList.toggle("filtered", chosen.length + words.length > 0);
              }

              function reveal() {
                const target = document.getElementById(location.hash.slice(1));
                if (!target) return;
                for (let element = target; element; element = element.parentElement) {
                  if (element instanceof HTMLDetailsElement) element.open = true;
                }
                target.scrollIntoView({ block: "start" });
              }

              for (const chip of chips) {
                chip.addEventListener("click", () => {
                  chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") === "true" ? "false" : "true");
                  apply();
                });
              }
              search.addEventListener("input", apply);
              window.addEventListener("hashchange", reveal);
              document.documentElement.classList.add("scripted");
              apply();
              reveal();
            })();
            """#
    )
}
