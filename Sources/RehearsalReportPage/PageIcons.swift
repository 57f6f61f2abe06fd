import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The signs of the verdicts, drawn here so that no font has to have them.
enum PageIcons {
    /// Defined once; ``icon(_:)`` refers to them.
    static let symbols: Markup = """
        <svg width="0" height="0" aria-hidden="true" class="symbols"><defs>\(Verdict.Kind.allCases.map(symbol))\(effectSymbols)</defs></svg>
        """

    /// The sign of a verdict, for those who see it; its name has to stand beside it for those who do not.
    static func icon(_ kind: Verdict.Kind) -> Markup {
        "<svg class=\"icon k-\(kind.rawValue)\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><use href=\"#i-\(kind.rawValue)\"/></svg>"
    }

    private static func symbol(_ kind: Verdict.Kind) -> Markup {
        "<symbol id=\"i-\(kind.rawValue)\" viewBox=\"0 0 16 16\">\(shape(kind))</symbol>"
    }

    private static func shape(_ kind: Verdict.Kind) -> Markup {
        switch kind {
        case .pass: "<path d=\"M3.2 8.6l3.2 3.2 6.4-7.4\"/>"
        case .fail: "<path d=\"M4 4l8 8M12 4l-8 8\"/>"
        case .knownFailure: "<path d=\"M4.2 13.5v-11M4.2 3h7.6l-2 2.6 2 2.6H4.2\"/>"
        case .flaky: "<path d=\"M1.8 9.4c1.6-4 3.4-4 5 0s3.4 4 5-.2c.6-1.6 1.3-2.6 2.2-3\"/>"
        case .blocked: "<circle cx=\"8\" cy=\"8\" r=\"5.4\"/><path d=\"M4.2 11.8l7.6-7.6\"/>"
        case .notApplicable: "<path d=\"M5.4 8h5.2\"/>"
        case .inconclusive:
            "<path d=\"M5.4 6c0-3.6 5.2-3.6 5.2-.4 0 2-2.6 2.1-2.6 4.2\"/><path d=\"M8 12.9v.1\"/>"
        case .notJudged: "<path d=\"M8 3v6.4\"/><path d=\"M8 12.9v.1\"/>"
        }
    }
}
