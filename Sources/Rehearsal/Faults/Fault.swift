/// What goes wrong in an exchange, at which point of it, and for which requests.
public struct Fault: Sendable, Hashable {
    /// What happens.
    public var effect: Effect
    /// When in the exchange it happens.
    public var stage: Stage
    /// For which of the requests that get the reply it happens; all of them if nothing is said.
    public var occurrence: Occurrence

    /// An effect at a stage.
    public init(_ effect: Effect, at stage: Stage, on occurrence: Occurrence = .always) {
        self.effect = effect
        self.stage = stage
        self.occurrence = occurrence
    }
}

extension Fault: CustomStringConvertible {
    /// As logs and the journal name it: `close at body 512`.
    public var description: String { "\(effect) at \(stage)" }
}
