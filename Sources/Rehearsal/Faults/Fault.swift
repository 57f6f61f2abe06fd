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
        case .requestBody(let amount), .head(let amount), .body(let amount): "\(name) \(amount)"
        case .beforeHead, .afterHead, .end: name
        case .idle(.nextRequest): "\(name), on the next request"
        case .idle(.after(let duration)): "\(name), after \(duration.shown)"
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

extension Fault {
    /// For which of the requests that get a reply its fault happens, counted from the first of them.
    ///
    /// `skip` is taken off first; of what is left `first` are meant, of these every `every`th, and of these each with
    /// the probability `chance`.
    public struct Occurrence: Sendable, Hashable {
        /// No more than so many; nil for no limit.
        public var first: Int?
        /// Not for the first so many.
        public var skip: Int
        /// Only for each so-manyth, beginning with the first.
        public var every: Int
        /// 0 to 1, drawn from the seed of the session.
        public var chance: Double

        /// Every request that is left when all of these have had their say.
        public init(first: Int? = nil, skip: Int = 0, every: Int = 1, chance: Double = 1) {
            self.first = first
            self.skip = skip
            self.every = every
            self.chance = chance
        }

        /// For every request.
        public static let always = Occurrence()
        /// For so many requests, then never again.
        public static func first(_ count: Int) -> Occurrence { Occurrence(first: count) }
        /// For each request with that probability, 0 to 1.
        public static func chance(_ chance: Double) -> Occurrence { Occurrence(chance: chance) }

        /// Whether it happens for the request of this number, from 0. Draws only if the outcome hangs on it.
        package func includes(_ number: Int, _ random: inout RandomSource) -> Bool {
            let index = number - max(0, skip)
            guard index >= 0, index < first ?? .max, index % max(1, every) == 0 else { return false }
            return chance >= 1 || random.unit() < chance
        }
    }

    /// Why this effect cannot be had at this stage; nil if it can.
    package var illegality: String? {
        if Self.stages(of: effect).contains(stage.name) { return nil }
        return Self.reason(effect, stage)
    }

    /// The stages, by name, at which an effect can be had.
    package static func stages(of effect: Effect) -> [String] {
        switch effect {
        case .close, .reset, .delay:
            ["requestBody", "beforeHead", "head", "afterHead", "body", "end", "idle"]
        case .stall: ["requestBody", "beforeHead", "head", "afterHead", "body", "end"]
        case .halfClose: ["afterHead", "body", "end"]
        case .drip, .slice, .replaceBytes: ["head", "body"]
        case .corrupt, .corruptAt: ["body"]
        case .wrongLength: ["head"]
        case .extraBytes: ["end"]
        }
    }

    private static func reason(_ effect: Effect, _ stage: Stage) -> String {
        let pair = "\(effect.name) at \(stage.name)"
        let why =
            switch effect {
            case .stall: "a connection that is idle is silent already"
            case .halfClose: "before there is a reply to end, a FIN is a close"
            case .drip, .slice: "only the head and the body of a reply have bytes to spread"
            case .replaceBytes: "only the head and the body of a reply have bytes to replace"
            case .corrupt, .corruptAt: "only a body can be changed without its length; write replaceBytes for the head"
            case .wrongLength: "Content-Length stands in the head"
            case .extraBytes: "bytes follow a message at its end"
            case .close, .reset, .delay: ""
            }
        return "\(pair) is no fault: \(why) (it can be at \(stages(of: effect).joined(separator: ", ")))"
    }

    /// Why these cannot happen to one reply together; nil if they can.
    package static func conflict(in faults: [Fault]) -> String? {
        guard let second = faults.indices.first(where: { conflict(in: faults, at: $0) != nil }) else { return nil }
        return conflict(in: faults, at: second).map { first in
            "a reply ends once, and \(first) and \(faults[second]) would both end it"
        }
    }

    /// One of those before it that ends the reply for just the requests for which the one at this index does.
    ///
    /// For others they may take turns.
    package static func conflict(in faults: [Fault], at index: Int) -> Fault? {
        let fault = faults[index]
        guard fault.endsReply, fault.occurrence.chance >= 1 else { return nil }
        return faults[..<index].first { $0.endsReply && $0.occurrence == fault.occurrence }
    }

    /// Whether nothing can follow it in the reply.
    package var endsReply: Bool { effect.isLast && stage.name != "idle" }
}
