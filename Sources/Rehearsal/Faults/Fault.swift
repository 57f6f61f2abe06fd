/// What goes wrong in an exchange, and at which point of it.
public struct Fault: Sendable, Hashable {
    /// What happens.
    public var effect: Effect
    /// When it happens.
    public var stage: Stage

    /// An effect at a stage.
    public init(_ effect: Effect, at stage: Stage) {
        self.effect = effect
        self.stage = stage
    }

    /// A point in an exchange at which a fault takes effect.
    ///
    /// Stages are ordered as they happen on the wire; a fault at a stage never lets a later stage begin. From
    /// `beforeHead` on the request has been decided, so what the reply applies is applied.
    public enum Stage: Sendable, Hashable {
        /// The request is read and decided, and no byte of the reply has been sent.
        case beforeHead
        /// The head of the reply has been sent, and no byte of its body.
        case afterHead
        /// That much of the body has been sent.
        case body(Amount)
        /// The whole reply has been sent.
        case end
    }

    /// A number of bytes, or a share of what there is.
    public enum Amount: Sendable, Hashable {
        case bytes(Int)
        /// Hundredths of the whole, 0 to 100, rounded down to a byte.
        case percent(Double)
    }

    /// What happens to the connection.
    public enum Effect: Sendable, Hashable {
        /// FIN; what the client still sends is read and thrown away (RFC 9112 §9.6).
        case close
        /// RST, once the kernel has nothing left to send.
        case reset
        /// Nothing more for that long, then on; without a duration nothing more until the client goes.
        case stall(for: Duration? = nil)
    }
}

extension Fault: CustomStringConvertible {
    /// As logs and the journal name it: `close at body 512`.
    public var description: String { "\(effect) at \(stage)" }
}

extension Fault.Effect: CustomStringConvertible {
    /// As it is shown to people.
    public var description: String {
        switch self {
        case .close: "close"
        case .reset: "reset"
        case .stall: "stall"
        }
    }
}

extension Fault.Stage: CustomStringConvertible {
    /// As it is shown to people.
    public var description: String {
        switch self {
        case .beforeHead: "beforeHead"
        case .afterHead: "afterHead"
        case .body(.bytes(let count)): "body \(count)"
        case .body(.percent(let share)): "body \(share)%"
        case .end: "end"
        }
    }
}
