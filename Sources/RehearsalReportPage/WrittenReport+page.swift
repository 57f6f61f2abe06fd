import Rehearsal
import RehearsalContracts
import RehearsalReports

extension WrittenReport {
    /// The report as one page that needs nothing else: no network, no other file, and without scripts no more than its
    /// filters are missing.
    package var page: String {
        let anchors = PageAnchors(self)
        let markup: Markup = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="\(PageStyle.policy)">
            <link rel="icon" href="data:,">
            <title>\(subject): \(outcome.title)</title>
            <style>\(PageStyle.sheet)</style>
            </head>
            <body>
            \(PageIcons.symbols)
            \(PageHead(report: self).markup)
            <main>
            \(PageFailures(report: self, anchors: anchors).markup)
            \(PageMatrix(report: self, anchors: anchors).markup)
            \(PageMap(report: self).markup)
            \(PageTimes(report: self, anchors: anchors).markup)
            \(PageClauses(report: self, anchors: anchors).markup)
            \(PageRemarks(report: self).markup)
            </main>
            <footer>\(foot)</footer>
            <script>\(PageScript.text)</script>
            </body>
            </html>

            """
        return markup.text
    }

    private var foot: Markup {
        let made: Markup = "Written by <code>rehearsal verify</code>"
        let command: Markup = self.command.map { ": <code class=\"command\">\($0)</code>" } ?? ""
        return "\(made)\(command)"
    }
}
