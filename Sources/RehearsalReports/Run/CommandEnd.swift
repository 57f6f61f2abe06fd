/// How a command ended.
package enum CommandEnd: Sendable, Hashable {
    case exited(Int)
    /// By a signal of that name.
    case ended(by: String)
}

extension CommandEnd: CustomStringConvertible {
    /// `exited with 22`, `was ended by SIGKILL`.
    package var description: String {
        switch self {
        case .exited(let status): "exited with \(status)"
        case .ended(let signal): "was ended by \(signal)"
        }
    }
}
