import Rehearsal

/// The style sheet of the page, for light and dark screens and for print.
enum PageStyle {
    /// The content security policy, which permits only inline styles and scripts, and nothing from the network.
    static let policy: Markup =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

    static let sheet = Markup(raw: colours + layout + tables + diagrams + print)

    private static let colours = """
        :root {
          --paper: #f7f6f3; --card: #ffffff; --ink: #1f2024; --soft: #5f6168; --faint: #6c6e75; --line: #e3e1db;
          --pass: #23744a; --pass-tint: #e4f1e9; --fail: #b8322a; --fail-tint: #fbe6e3;
          --known: #6d4fa3; --known-tint: #eee9f7; --flaky: #8d5a00; --flaky-tint: #faefd8;
          --blocked: #7a5c3a; --blocked-tint: #f3ebe0; --na: #85878d; --na-tint: transparent;
          --doubt: #2f659c; --doubt-tint: #e5eef8; --unjudged: #99356f; --unjudged-tint: #f8e6f0;
          --band: #2f7d5c; --shadow: 0 1px 2px rgb(30 30 40 / .05), 0 4px 16px rgb(30 30 40 / .04);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #16171a; --card: #1e2024; --ink: #e8e7e4; --soft: #a6a8ae; --faint: #9599a1; --line: #32353b;
            --pass: #6cc596; --pass-tint: #1d3228; --fail: #f28b80; --fail-tint: #402322;
            --known: #b8a0ea; --known-tint: #2e2840; --flaky: #e0b15c; --flaky-tint: #3a2f1a;
            --blocked: #cfae85; --blocked-tint: #352c22; --na: #7f828a;
            --doubt: #86b6ea; --doubt-tint: #1f2f42; --unjudged: #e796c3; --unjudged-tint: #3d2434;
            --band: #5cbf93; --shadow: none;
          }
        }
        .e-error { --k: var(--pass); --tint: var(--pass-tint); }
        .e-read { --k: var(--pass); } .e-tolerated { --k: var(--na); }
        .e-vague { --k: var(--flaky); --tint: var(--flaky-tint); } .e-unknown { --k: var(--doubt); --tint: var(--doubt-tint); }
        .e-swallowed, .e-hang, .e-crash { --k: var(--fail); --tint: var(--fail-tint); }
        .k-pass { --k: var(--pass); --tint: var(--pass-tint); }
        .k-fail { --k: var(--fail); --tint: var(--fail-tint); }
        .k-knownFailure { --k: var(--known); --tint: var(--known-tint); }
        .k-flaky { --k: var(--flaky); --tint: var(--flaky-tint); }
        .k-blocked { --k: var(--blocked); --tint: var(--blocked-tint); }
        .k-notApplicable { --k: var(--na); --tint: var(--na-tint); }
        .k-inconclusive { --k: var(--doubt); --tint: var(--doubt-tint); }
        .k-notJudged { --k: var(--unjudged); --tint: var(--unjudged-tint); }

        """

    private static let layout = """
        * { box-sizing: border-box; }
        html { scroll-padding-top: 1.5rem; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2.5rem); }
        header.top { padding-top: 2.5rem; }
        .over { margin: 0; color: var(--faint); font-size: .8rem; letter-spacing: .06em; }
        h1 { margin: .1rem 0 .3rem; font-size: 2rem; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; }
        h1 .outcome { font-weight: 400; }
        .o-met .outcome { color: var(--pass); } .o-failed .outcome { color: var(--fail); }
        .o-notJudged .outcome, .o-blocked .outcome { color: var(--unjudged); }
        .facts { margin: 0 0 1.25rem; color: var(--soft); display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; }
        .title { display: flex; flex-wrap: wrap; gap: .4rem 2rem; align-items: baseline; justify-content: space-between;
          margin-bottom: .3rem; }
        .bar { display: flex; gap: 2px; height: 8px; margin-bottom: 1rem; }
        .bar span { background: var(--k); border-radius: 2px; min-width: 3px; }
        .bar .k-notApplicable { opacity: .35; } .bar .k-pass { opacity: .75; }
        .filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
        .chip { display: inline-flex; align-items: center; gap: .35rem; padding: .3rem .7rem .3rem .5rem; font: inherit;
          font-size: .87rem; color: var(--ink); background: var(--card); border: 1px solid var(--line);
          border-radius: 99px; cursor: pointer; }
        .chip:hover:enabled { border-color: var(--k); } .chip:disabled { opacity: .5; cursor: default; }
        .chip[aria-pressed=true] { background: var(--tint, var(--card)); border-color: var(--k);
          box-shadow: inset 0 0 0 1px var(--k); }
        .search { flex: 0 1 16rem; }
        .search input { width: 100%; font: inherit; font-size: .87rem; color: inherit; background: var(--card);
          border: 1px solid var(--line); border-radius: 99px; padding: .3rem .9rem; }
        html:not(.scripted) .search { display: none; }
        :focus-visible { outline: 2px solid var(--doubt); outline-offset: 2px; }
        section { margin-top: 2.75rem; }
        h2 { font-size: 1.15rem; font-weight: 620; margin: 0 0 .9rem; letter-spacing: -.005em; }
        h3 { font-size: 1.02rem; font-weight: 600; margin: 0; } h4 { font-size: .93rem; margin: 0 0 .4rem; }
        a { color: inherit; text-decoration-color: var(--faint); text-underline-offset: .2em; text-decoration-thickness: 1px; }
        code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .84em; }
        pre { margin: .5rem 0 0; padding: .7rem .9rem; overflow-x: auto; background: var(--paper); border-radius: 8px;
          line-height: 1.55; }
        .icon { width: 1.05em; height: 1.05em; vertical-align: -.16em; flex: none; }
        .symbols { position: absolute; }
        .symbols symbol, .icon { fill: none; stroke: var(--k, currentColor); stroke-width: 1.9; stroke-linecap: round;
          stroke-linejoin: round; }
        .full { fill: var(--k, currentColor); }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .off { display: none; }
        .errors { margin: 0 0 1rem; padding: .8rem 1.1rem; border-left: 3px solid var(--fail); background: var(--fail-tint);
          border-radius: 0 8px 8px 0; } .errors h2 { font-size: .95rem; margin: 0; } .errors ul { margin: .2rem 0 0; }
        .card { background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--fail);
          border-radius: 10px; padding: 1.1rem 1.4rem 1.2rem; margin-bottom: 1.1rem; box-shadow: var(--shadow); }
        .level { font-size: .68rem; letter-spacing: .05em; color: var(--soft); border: 1px solid var(--line);
          border-radius: 4px; padding: .05rem .3rem; vertical-align: .12em; font-weight: 500; }
        .source { margin: .15rem 0 .8rem; color: var(--soft); font-size: .87rem; }
        .clause { border-top: 1px solid var(--line); padding: .9rem 0 .3rem; }
        .findings { margin: .1rem 0 .6rem; padding: 0; list-style: none; }
        .findings li { padding-left: .8rem; border-left: 3px solid var(--fail); margin: .25rem 0; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .4rem 0; font-size: .9rem; }
        dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
        .command { user-select: all; overflow-wrap: anywhere; }
        .more { margin-top: .6rem; border-bottom: 1px solid var(--line); }
        .blocks { margin: .8rem 0 0; font-size: .92rem; color: var(--soft); }
        .wire > summary { color: var(--soft); font-size: .87rem; margin-top: .5rem; cursor: pointer; }
        ul.plain { padding-left: 1.1rem; }
        footer { margin-top: 3rem; padding-bottom: 2.5rem; color: var(--faint); font-size: .85rem; }

        """

    private static let tables = """
        .scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
          box-shadow: var(--shadow); }
        .matrix { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .9rem; }
        .matrix th { text-align: left; font-weight: 500; }
        .matrix thead th { padding: .7rem .6rem; vertical-align: bottom; color: var(--soft); font-size: .84rem; min-width: 5.5rem;
          border-bottom: 1px solid var(--line); text-align: center; }
        .matrix thead th.rule { text-align: left; padding-left: 1.1rem; }
        .matrix .group th { padding: 1rem 1.1rem .25rem; font-size: .78rem; letter-spacing: .04em; color: var(--faint); }
        .matrix th.rule { padding: .3rem .8rem .3rem 1.1rem; position: sticky; left: 0; background: var(--card); z-index: 1;
          min-width: 15rem; }
        .matrix th.rule a { font-weight: 600; text-decoration: none; white-space: nowrap; margin-right: .5rem; }
        .matrix th.rule a:hover { text-decoration: underline; }
        .matrix .statement { display: block; color: var(--soft); font-size: .84rem; line-height: 1.35; font-weight: 400; }
        .cell { padding: 2px; height: 2.4rem; }
        .cell a, .effect { display: flex; align-items: center; justify-content: center; gap: .35rem; height: 100%; min-height: 2.2rem;
          border-radius: 6px; background: var(--tint); color: var(--k); text-decoration: none; font-size: .86rem; }
        .cell a:hover { box-shadow: inset 0 0 0 1.5px var(--k); }
        .k-notApplicable.cell .icon { opacity: .7; }
        td.cell.off { display: table-cell; opacity: .13; }
        tbody > tr:last-child > * { padding-bottom: .35rem; }
        .map .effect { min-height: 1.7rem; font-size: .8rem; gap: .2rem; } .map .cell { height: 1.8rem; }
        .map thead th { min-width: 3.4rem; padding: .6rem .25rem; font-size: .78rem; }
        .map .effect span:not(.unseen) { display: inline-flex; align-items: center; gap: .1rem; color: var(--k); }
        .whole { display: inline-flex; align-items: center; gap: .15rem; margin-right: .6rem; font-size: .82rem; color: var(--soft); }
        .whole.e-swallowed, .whole.e-hang, .whole.e-crash { color: var(--fail); }
        .map td[colspan] { padding: .4rem .5rem; } .map th.rule { white-space: nowrap; padding-top: .2rem; padding-bottom: .2rem; }
        .map .statement { display: inline; margin-left: .6rem; }
        .operation { margin-top: 1.4rem; } .operation + .source { margin-bottom: .5rem; }
        .losses { list-style: none; padding: 0; margin: .6rem 0 0; font-size: .92rem; }
        .changes { border-collapse: collapse; font-size: .86rem; width: 100%; margin-top: .4rem; }
        .changes th, .changes td { text-align: left; padding: .15rem .8rem .15rem 0; border-bottom: 1px solid var(--line);
          vertical-align: top; overflow-wrap: anywhere; }
        .ruled { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-bottom: .5rem; }
        .ruled > summary { padding: .6rem 1.1rem; cursor: pointer; display: flex; gap: .8rem; align-items: baseline; flex-wrap: wrap; }
        .ruled > summary .statement { color: var(--soft); flex: 1 1 18rem; }
        .ruled > .source { margin: 0 1.1rem .6rem; }
        .signs { display: inline-flex; gap: .7rem; font-size: .86rem; min-width: 7rem; }
        .signs > span { display: inline-flex; align-items: center; gap: .2rem; }
        .lines { padding: 0 1.1rem .8rem; }
        .line { border-top: 1px solid var(--line); }
        .line > summary { padding: .28rem 0; cursor: pointer; list-style: none; display: flex; gap: .6rem; align-items: center; }
        .line > summary::-webkit-details-marker { display: none; }
        .line > summary:hover code { text-decoration: underline; }
        .line .inside { padding: .1rem 0 .8rem 1.7rem; }
        .brief { color: var(--soft); font-size: .88rem; overflow-wrap: anywhere; }
        .line .brief { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
        #not-applicable ul, #warnings ul { margin: 0; padding-left: 1.1rem; }
        #not-applicable li { margin: .3rem 0; }

        """

    private static let diagrams = """
        .pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(23rem, 100%), 1fr)); gap: .8rem; }
        .picture { margin: 0; padding: .7rem .8rem .3rem; background: var(--card); border: 1px solid var(--line);
          border-radius: 10px; box-shadow: var(--shadow); min-width: 0; }
        .picture figcaption { font-size: .84rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
        .picture figcaption a { text-decoration: none; font-weight: 550; } .picture figcaption a:hover { text-decoration: underline; }
        .wide { margin: .5rem 0; max-width: 46rem; }
        .picture .times { margin-top: .3rem; }
        .times { display: block; width: 100%; height: auto; font: 10px system-ui, sans-serif; }
        .times text { fill: var(--soft); text-anchor: middle; font-variant-numeric: tabular-nums; }
        .times text.status { fill: var(--ink); } .times text.wrong { fill: var(--fail); font-weight: 700; }
        .times text[text-anchor=start] { text-anchor: start; }
        .times .tick { stroke: var(--line); fill: var(--faint); } .times text.tick { stroke: none; font-size: 9px; }
        .times .axis { stroke: var(--line); }
        .band { fill: var(--band); fill-opacity: .17; stroke: var(--band); stroke-opacity: .55; stroke-dasharray: 2 2; }
        .band.open { stroke: none; }
        .gap { stroke: var(--faint); stroke-width: 1.2; fill: none; } .gap.wrong { stroke: var(--fail); stroke-width: 2.4; }
        .reply { fill: var(--soft); } .reply.good { fill: var(--pass); } .reply.bad { fill: var(--flaky); }
        .reply.lost { fill: var(--card); stroke: var(--fail); stroke-width: 1.4; }
        .reply.resent { fill-opacity: .35; stroke: var(--doubt); stroke-dasharray: 2 1.5; }
        .answer { stroke: var(--doubt); stroke-width: 1.2; stroke-dasharray: 1 3; stroke-linecap: round; }
        .key { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: -.4rem 0 .9rem; color: var(--soft); font-size: .86rem; }
        .key svg:not(.icon) { width: 28px; height: 14px; vertical-align: -.15em; margin-right: .45rem; }

        """

    private static let print = """
        @media print {
          body { background: none; font-size: 10pt; } .filters { display: none; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          .card, .picture, .matrix tr { break-inside: avoid; } .scroll { overflow: visible; } .matrix th.rule { position: static; }
          header, main, footer { max-width: none; padding: 0; }
        }
        """
}

/// The script for the filters and the search, which also expands the collapsed element that a link refers to.
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
