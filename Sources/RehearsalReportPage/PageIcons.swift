import Rehearsal
import RehearsalContracts
import RehearsalReports

/// The icons of verdicts and of effects, as inline SVG, so that the page needs no icon font.
enum PageIcons {
    /// The SVG symbols to which the icons refer. The page must contain them once.
    static let symbols: Markup = """
        <svg width="0" height="0" aria-hidden="true" class="symbols"><defs>\
        \(Verdict.Kind.allCases.map { symbol("i-" + $0.rawValue, shape($0)) })\
        \(MutationEffect.Kind.allCases.map { symbol("e-" + $0.rawValue, shape($0)) })</defs></svg>
        """

    /// Returns the icon of a verdict. Screen readers ignore it, so its name must be in the markup beside it.
    static func icon(_ kind: Verdict.Kind) -> Markup { icon("k-" + kind.rawValue, "i-" + kind.rawValue) }

    /// Returns the icon of an effect. Screen readers ignore it, so its name must be in the markup beside it.
    static func icon(_ kind: MutationEffect.Kind) -> Markup { icon("e-" + kind.rawValue, "e-" + kind.rawValue) }

    private static func symbol(_ id: String, _ shape: Markup) -> Markup {
        "<symbol id=\"\(id)\" viewBox=\"0 0 16 16\">\(shape)</symbol>"
    }

    private static func icon(_ style: String, _ id: String) -> Markup {
        "<svg class=\"icon \(style)\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><use href=\"#\(id)\"/></svg>"
    }

    private static let cross: Markup = "<path d=\"M4 4l8 8M12 4l-8 8\"/>"
    private static let question: Markup =
        "<path d=\"M5.4 6c0-3.6 5.2-3.6 5.2-.4 0 2-2.6 2.1-2.6 4.2\"/><path d=\"M8 12.9v.1\"/>"

    private static func shape(_ kind: Verdict.Kind) -> Markup {
        switch kind {
        case .pass: "<path d=\"M3.2 8.6l3.2 3.2 6.4-7.4\"/>"
        case .fail: cross
        case .knownFailure: "<path d=\"M4.2 13.5v-11M4.2 3h7.6l-2 2.6 2 2.6H4.2\"/>"
        case .flaky: "<path d=\"M1.8 9.4c1.6-4 3.4-4 5 0s3.4 4 5-.2c.6-1.6 1.3-2.6 2.2-3\"/>"
        case .blocked: "<circle cx=\"8\" cy=\"8\" r=\"5.4\"/><path d=\"M4.2 11.8l7.6-7.6\"/>"
        case .notApplicable: "<path d=\"M5.4 8h5.2\"/>"
        case .inconclusive: question
        case .notJudged: "<path d=\"M8 3v6.4\"/><path d=\"M8 12.9v.1\"/>"
        }
    }

    private static func shape(_ kind: MutationEffect.Kind) -> Markup {
        switch kind {
        case .error: "<circle class=\"full\" cx=\"8\" cy=\"8\" r=\"3.6\"/>"
        case .read: "<circle cx=\"8\" cy=\"8\" r=\"3.6\"/>"
        case .tolerated: "<path d=\"M5 8h6\"/>"
        case .vague: "<circle cx=\"8\" cy=\"8\" r=\"3.6\"/><path class=\"full\" d=\"M8 4.4a3.6 3.6 0 0 0 0 7.2z\"/>"
        case .unknown: question
        case .swallowed: cross
        case .hang: "<path d=\"M4.6 3h6.8L4.6 13h6.8z\"/>"
        case .crash: "<path d=\"M9.4 2L4.6 9h3.2l-1.2 5 4.8-7H8.2z\"/>"
        }
    }
}
