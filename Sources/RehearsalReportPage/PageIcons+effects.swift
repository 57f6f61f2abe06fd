import Rehearsal
import RehearsalContracts
import RehearsalReports

extension PageIcons {
    /// The signs of what a client makes of a changed answer; defined once.
    static let effectSymbols: Markup = ProbeEffect.Kind.allCases.map { kind -> Markup in
        "<symbol id=\"e-\(kind.rawValue)\" viewBox=\"0 0 16 16\">\(shape(kind))</symbol>"
    }.joined()

    /// The sign of an effect, for those who see it; its name has to stand beside it for those who do not.
    static func icon(_ kind: ProbeEffect.Kind) -> Markup {
        "<svg class=\"icon e-\(kind.rawValue)\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><use href=\"#e-\(kind.rawValue)\"/></svg>"
    }

    private static func shape(_ kind: ProbeEffect.Kind) -> Markup {
        switch kind {
        case .error: "<circle class=\"full\" cx=\"8\" cy=\"8\" r=\"3.6\"/>"
        case .read: "<circle cx=\"8\" cy=\"8\" r=\"3.6\"/>"
        case .tolerated: "<path d=\"M5 8h6\"/>"
        case .vague: "<circle cx=\"8\" cy=\"8\" r=\"3.6\"/><path class=\"full\" d=\"M8 4.4a3.6 3.6 0 0 0 0 7.2z\"/>"
        case .unknown: "<path d=\"M5.4 6c0-3.6 5.2-3.6 5.2-.4 0 2-2.6 2.1-2.6 4.2\"/><path d=\"M8 12.9v.1\"/>"
        case .swallowed: "<path d=\"M4 4l8 8M12 4l-8 8\"/>"
        case .hang: "<path d=\"M4.6 3h6.8L4.6 13h6.8z\"/>"
        case .crash: "<path d=\"M9.4 2L4.6 9h3.2l-1.2 5 4.8-7H8.2z\"/>"
        }
    }
}
