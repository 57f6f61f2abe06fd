/// What decides which of two endpoints is asked first, in the order in which it is looked at.
package enum Precedence: String, Sendable, Hashable, CaseIterable {
    /// Noise is asked after everything else.
    case noise
    /// A document comes before what it extends.
    case layer
    /// A higher `priority` comes first.
    case priority
    /// What lies over others comes before what answers.
    case overlay
    /// An endpoint with `when` comes before one without.
    case condition
    /// The more specific path comes first.
    case path
    /// What stands first in its document comes first.
    case order

    /// Why an endpoint is asked after another one, as a sentence about it.
    package var reasonToComeLater: String {
        switch self {
        case .noise: "noise is asked last"
        case .layer: "its document lies below: it is extended, or was named later"
        case .priority: "its priority is lower"
        case .overlay: "it answers, and what lies over others is asked first"
        case .condition: "it has no condition, and what has one is asked first"
        case .path: "its path is less specific"
        case .order: "all else is equal, and it stands later in the document"
        }
    }
}
