/// A fault of an exchange: an effect, the stage at which it takes effect, and the requests that it affects.
public struct Fault: Sendable, Hashable {
    /// The action on the connection or on its bytes.
    public var effect: Effect
    /// The point in the exchange at which the fault takes effect.
    public var stage: Stage
    /// The requests that the fault affects, among those that receive the reply; by default all of them.
    public var occurrence: Occurrence

    /// Creates a fault of an effect at a stage.
    public init(_ effect: Effect, at stage: Stage, on occurrence: Occurrence = .always) {
        self.effect = effect
        self.stage = stage
        self.occurrence = occurrence
    }
}

extension Fault: CustomStringConvertible {
    /// The name in logs and in the journal: `close at body 512`.
    public var description: String { "\(effect) at \(stage)" }
}

extension Fault {
    /// A point in an exchange at which a fault takes effect.
    ///
    /// Stages are in wire order; a fault at one stage prevents every later stage. A fault at `requestBody` takes effect
    /// before the request is matched, so no reply is counted and no state changes. Any other fault does so afterwards.
    public enum Stage: Sendable, Hashable {
        /// The server has read this much of the request body.
        case requestBody(Amount = .bytes(0))
        /// The server has matched the request and sent no byte of the reply.
        case beforeHead
        /// The server has sent this much of the head of the reply.
        case head(Amount = .percent(50))
        /// The server has sent the head of the reply and no byte of its body.
        case afterHead
        /// The server has sent this much of the body.
        case body(Amount = .bytes(0))
        /// The server has sent the whole reply.
        case end
        /// The server has sent the reply, and the connection waits for another request.
        case idle(IdleTrigger = .nextRequest)
    }

    /// A number of bytes, or a share of the total.
    public enum Amount: Sendable, Hashable {
        /// A number of bytes.
        case bytes(Int)
        /// A percentage of the total, 0 to 100, rounded down to a byte.
        case percent(Double)

        /// Returns the number of bytes for this total, clamped to 0 and the total.
        package func bytes(of total: Int) -> Int {
            switch self {
            case .bytes(let count): min(max(count, 0), total)
            case .percent(let share): share.isFinite ? Self.part(min(max(share, 0), 100), of: total) : 0
            }
        }

        private static func part(_ share: Double, of total: Int) -> Int {
            // The nearest Double to a large total may exceed the total and every Int.
            let part = Double(total) * share / 100
            return part < Double(total) ? Int(part) : total
        }
    }

    /// The event that triggers a fault of an idle connection.
    public enum IdleTrigger: Sendable, Hashable {
        /// This time has passed since the reply.
        case after(Duration)
        /// The server has read the head of another request, and has not matched it.
        case nextRequest
    }
}

extension Fault.Stage: CustomStringConvertible {
    /// The stage for messages: `body 512`.
    public var description: String {
        switch self {
        case .requestBody(let amount), .head(let amount), .body(let amount): "\(name) \(amount)"
        case .beforeHead, .afterHead, .end: name
        case .idle(.nextRequest): "\(name), on the next request"
        case .idle(.after(let duration)): "\(name), after \(duration.displayText)"
        }
    }

    /// The name of the stage in scenario files.
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
    /// The amount for messages: `512`, `50%`.
    public var description: String {
        switch self {
        case .bytes(let count): "\(count)"
        case .percent(let share): share == share.rounded() && abs(share) <= 100 ? "\(Int(share))%" : "\(share)%"
        }
    }
}

extension Fault {
    /// A selection of the requests that a fault affects, among those that receive the reply.
    ///
    /// The filters apply in this order. `skip` drops the first requests, and `first` limits the number of the rest.
    /// `every` selects each nth of these, and `chance` is the probability with which each of them is affected.
    public struct Occurrence: Sendable, Hashable {
        /// The number of requests to select from after `skip`; nil for no limit.
        public var first: Int?
        /// The number of requests to skip at the beginning.
        public var skip: Int
        /// The interval: 2 selects every second request, starting with the first.
        public var every: Int
        /// The probability, 0 to 1. The seed of the session determines the random values.
        public var chance: Double

        /// Creates a selection of the requests that pass all of these filters.
        public init(first: Int? = nil, skip: Int = 0, every: Int = 1, chance: Double = 1) {
            self.first = first
            self.skip = skip
            self.every = every
            self.chance = chance
        }

        /// Every request.
        public static let always = Occurrence()
        /// Returns a selection of the first requests.
        public static func first(_ count: Int) -> Occurrence { Occurrence(first: count) }
        /// Returns a selection of each request with this probability, 0 to 1.
        public static func chance(_ chance: Double) -> Occurrence { Occurrence(chance: chance) }

        /// Returns whether the request with this index, counted from 0, is selected.
        ///
        /// It draws a random number only if the result depends on one.
        package func includes(_ number: Int, _ random: inout RandomSource) -> Bool {
            let index = number - max(0, skip)
            guard index >= 0, index < first ?? .max, index % max(1, every) == 0 else { return false }
            return chance >= 1 || random.unit() < chance
        }
    }

    /// The reason why this effect is not possible at this stage; nil if it is.
    package var validationFailure: String? {
        if Self.stages(of: effect).contains(stage.name) { return nil }
        return Self.reason(effect, stage)
    }

    /// Returns the names of the stages at which an effect is possible.
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
        let explanation =
            switch effect {
            case .stall: "an idle connection carries no bytes to stall"
            case .halfClose: "it takes effect only after the head of a reply; use close at the other stages"
            case .drip, .slice: "only the head and the body of a reply have bytes to send slowly"
            case .replaceBytes: "only the head and the body of a reply have bytes to replace"
            case .corrupt, .corruptAt: "only bytes of a body can be corrupted; use replaceBytes for the head"
            case .wrongLength: "Content-Length is a field of the head"
            case .extraBytes: "extra bytes can only follow the end of a message"
            case .close, .reset, .delay: ""
            }
        return
            "\(pair) is not a valid fault: \(explanation); valid stages: \(stages(of: effect).joined(separator: ", "))"
    }

    /// Returns the reason why one reply cannot have all of these faults; nil if it can.
    package static func conflict(in faults: [Fault]) -> String? {
        guard let second = faults.indices.first(where: { conflict(in: faults, at: $0) != nil }) else { return nil }
        return conflict(in: faults, at: second).map { first in
            "\(first) and \(faults[second]) would both end the reply; only one fault can end it"
        }
    }

    /// Returns an earlier fault that ends the reply for exactly the same requests as the fault at this index.
    ///
    /// Faults that select different requests do not conflict.
    package static func conflict(in faults: [Fault], at index: Int) -> Fault? {
        let fault = faults[index]
        guard fault.endsReply, fault.occurrence.chance >= 1 else { return nil }
        return faults[..<index].first { $0.endsReply && $0.occurrence == fault.occurrence }
    }

    /// Whether no part of the reply can follow the fault.
    package var endsReply: Bool { effect.isTerminal && stage.name != "idle" }
}
