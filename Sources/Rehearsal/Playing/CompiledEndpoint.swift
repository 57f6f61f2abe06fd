/// An endpoint made ready to be asked.
package struct CompiledEndpoint: Sendable {
    package let method: [UInt8]
    package let path: String
    package let when: Scenario.Condition?
    package let replies: [Scenario.Reply]
    package let place: String?
    /// The endpoint as a person names it: `get /users/{id}`.
    package let label: String
    let segments: [Scenario.PathPattern.Segment]
    let takesAnyMethod: Bool

    /// Tells it from others in every run, whatever else the scenario holds: where its random draws begin.
    package let stableID: UInt64

    private let layer: Int
    private let priority: Int
    private let order: Int
    /// For each reply, how many requests have been answered once its last turn is over.
    private let turns: [Int]
    private let afterLast: Scenario.AfterLast

    init(_ endpoint: Scenario.Endpoint, order: Int) throws(Playbook.Malformed) {
        let name = endpoint.method == .any ? "any" : endpoint.method.rawValue.lowercased()
        label = "\(name) \(endpoint.path.text)"
        do throws(Scenario.PathPattern.Malformed) {
            segments = try endpoint.path.segments()
        } catch {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: error.reason)
        }
        guard !endpoint.replies.isEmpty else {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: "it has no replies")
        }
        if let reply = endpoint.replies.first(where: { !(0...999).contains($0.status) }) {
            throw Playbook.Malformed(
                subject: "endpoint \"\(label)\"",
                reason: "a status is 0 to 999, not \(reply.status)"
            )
        }
        if let times = endpoint.replies.lazy.compactMap(\.times).first(where: { $0 < 1 }) {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: "\"times\" is at least 1, not \(times)")
        }
        for fault in endpoint.replies.flatMap(\.faults) {
            if let reason = fault.illegality {
                throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: reason)
            }
            if case .requestBody = fault.stage, endpoint.when?.bodyEquals != nil {
                let reason = "\(fault) would come before the body, which decides whether the endpoint answers"
                throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: reason)
            }
        }
        if let reason = endpoint.replies.lazy.compactMap({ Fault.conflict(in: $0.faults) }).first {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: reason)
        }
        method = Array(endpoint.method.rawValue.utf8)
        takesAnyMethod = endpoint.method == .any
        path = endpoint.path.text
        when = endpoint.when
        replies = endpoint.replies
        place = endpoint.place
        stableID = label.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        layer = endpoint.layer
        priority = endpoint.priority
        self.order = order
        var total = 0
        turns = endpoint.replies.map {
            let (sum, isTooMany) = total.addingReportingOverflow($0.times ?? 1)
            total = isTooMany ? .max : sum
            return total
        }
        afterLast = endpoint.afterLast ?? (endpoint.replies.last?.times == nil ? .repeat : .fail)
    }

    /// The index of the reply for the request with this number, from 0; nil once the sequence is exhausted.
    package func reply(forTurn turn: Int) -> Int? {
        let last = turns.count - 1
        guard turn >= turns[last] else { return replyWithin(turn) }
        switch afterLast {
        case .repeat: return last
        case .fail: return nil
        case .cycle: return replyWithin(turn % turns[last])
        }
    }

    /// How many requests the endpoint has answered before it gives this reply for the first time.
    func firstTurn(of reply: Int) -> Int { reply == 0 ? 0 : turns[reply - 1] }

    private func replyWithin(_ turn: Int) -> Int? {
        if turns.count == 1 { return 0 }
        var low = 0
        var high = turns.count - 1
        while low < high {
            let middle = (low + high) / 2
            if turn < turns[middle] { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Whether the request's method is this endpoint's; HEAD is answered by GET (RFC 9110 §9.3.2).
    func takesMethod(of head: RequestHead, in bytes: Span<UInt8>) -> Bool {
        gist.takes(head.methodCode) ?? bytes.equals(head.method, method)
    }

    /// What most requests need to know of an endpoint, together in eight bytes.
    struct Gist: Sendable {
        let method: MethodCode
        let takesAnyMethod: Bool
        let hasCondition: Bool
        /// Its one reply goes on for ever.
        let hasOneAnswer: Bool
        /// One of its replies has a fault that is met while the body of the request is read.
        let meetsUploads: Bool

        /// nil if the bytes of the method have to be compared.
        @inline(__always)
        func takes(_ code: MethodCode) -> Bool? {
            if takesAnyMethod { return true }
            if method == .other { return code == .other ? nil : false }
            return method == code || (method == .get && code == .head)
        }
    }

    var gist: Gist {
        Gist(
            method: MethodCode(method),
            takesAnyMethod: takesAnyMethod,
            hasCondition: when != nil,
            hasOneAnswer: turns.count == 1 && afterLast != .fail,
            meetsUploads: replies.contains { reply in
                reply.faults.contains { if case .requestBody = $0.stage { true } else { false } }
            }
        )
    }

    /// Layer, then priority, then a condition, then the more specific path, then the order in the file.
    static func isAskedBefore(_ left: CompiledEndpoint, _ right: CompiledEndpoint) -> Bool {
        if left.layer != right.layer { return left.layer < right.layer }
        if left.priority != right.priority { return left.priority > right.priority }
        if (left.when == nil) != (right.when == nil) { return left.when != nil }
        let specificity = Scenario.PathPattern.specificity(left.segments, right.segments)
        return specificity == 0 ? left.order < right.order : specificity < 0
    }
}
