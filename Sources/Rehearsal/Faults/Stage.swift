extension Fault {
    /// A point in an exchange at which a fault takes effect.
    ///
    /// Stages are ordered as they happen on the wire; a fault at a stage never lets a later stage begin. What happens
    /// at `requestBody` happens before the request is decided about, so nothing of its reply is applied and no turn is
    /// taken; from `beforeHead` on it has been.
    public enum Stage: Sendable, Hashable {
        /// That much of the request's body has been read.
        case requestBody(Amount = .bytes(0))
        /// The request is read and decided, and no byte of the reply has been sent.
        case beforeHead
        /// That much of the head of the reply has been sent.
        case head(Amount = .percent(50))
        /// The head of the reply has been sent, and no byte of its body.
        case afterHead
        /// That much of the body has been sent.
        case body(Amount = .bytes(0))
        /// The whole reply has been sent.
        case end
        /// The reply has been sent, and the connection waits for another request.
        case idle(Idle = .nextRequest)
    }

    /// A number of bytes, or a share of what there is.
    public enum Amount: Sendable, Hashable {
        case bytes(Int)
        /// Hundredths of the whole, 0 to 100, rounded down to a byte.
        case percent(Double)

        /// How many bytes that is of so many, never fewer than none nor more than all.
        package func bytes(of total: Int) -> Int {
            switch self {
            case .bytes(let count): min(max(count, 0), total)
            case .percent(let share): share.isFinite ? Self.part(min(max(share, 0), 100), of: total) : 0
            }
        }

        private static func part(_ share: Double, of total: Int) -> Int {
            // The nearest number to a large total may be larger than the total, and than any integer.
            let part = Double(total) * share / 100
            return part < Double(total) ? Int(part) : total
        }
    }

    /// When a connection that is kept alive meets its fault.
    public enum Idle: Sendable, Hashable {
        /// That long after the reply.
        case after(Duration)
        /// When the head of another request has been read; that request is not decided about.
        case nextRequest
    }
}

extension Fault.Stage: CustomStringConvertible {
    /// As it is shown to people.
    public var description: String {
        switch self {
        case .requestBody(let amount): "requestBody \(amount)"
        case .beforeHead: "beforeHead"
        case .head(let amount): "head \(amount)"
        case .afterHead: "afterHead"
        case .body(let amount): "body \(amount)"
        case .end: "end"
        case .idle(.nextRequest): "idle, on the next request"
        case .idle(.after(let duration)): "idle, after \(duration.shown)"
        }
    }

    /// The name of the stage alone, as documents write it.
    package var name: String {
        switch self {
        case .requestBody: "requestBody"
        case .beforeHead: "beforeHead"
        case .head: "head"
        case .afterHead: "afterHead"
        case .body: "body"
        case .end: "end"
        case .idle: "idle"
        }
    }
}

extension Fault.Amount: CustomStringConvertible {
    /// As it is shown to people: `512`, `50%`.
    public var description: String {
        switch self {
        case .bytes(let count): "\(count)"
        case .percent(let share): share == share.rounded() && abs(share) <= 100 ? "\(Int(share))%" : "\(share)%"
        }
    }
}
