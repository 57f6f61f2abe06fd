/// An endpoint prepared for matching.
package struct CompiledEndpoint: Sendable {
    package let method: [UInt8]
    package let path: String
    package let when: Scenario.Condition?
    /// The kinds of modifiers that the condition itself examines; the replies handle them.
    package let answeredTerms: RequestTerms.Kinds
    /// The replies with the settings of the endpoint applied.
    package let replies: [Scenario.Reply]
    /// The changes of its replies.
    let changes: [CompiledChange]
    /// The template inputs of its replies or overlay.
    package let templateNeeds: Template.Needs
    /// The expressions in its replies and changes.
    package let expressions: [Template.Expression]
    /// The overlay for replies of other endpoints; nil for an endpoint that answers.
    package let overlay: Scenario.Overlay?
    package let place: String?
    /// The method and path for display: `get /users/{id}`.
    package let label: String
    package let segments: [Scenario.PathPattern.Segment]
    let per: Scenario.Per
    let takesAnyMethod: Bool
    package let isNoise: Bool

    /// The identity of the endpoint in every run, independent of the rest of the scenario; it seeds random draws.
    package private(set) var stableID: UInt64

    let layer: Int
    let priority: Int
    /// The index among the endpoints of the scenario.
    package let order: Int
    let sequence: ReplySequence

    /// The behavior after the last reply.
    package var afterLast: Scenario.AfterLast { sequence.afterLast }

    init(_ endpoint: Scenario.Endpoint, order: Int) throws(Playbook.Malformed) {
        let name = endpoint.method == .any ? "any" : endpoint.method.rawValue.lowercased()
        label = "\(name) \(endpoint.path.text)"
        do throws(Scenario.PathPattern.Malformed) {
            segments = try endpoint.path.segments()
        } catch {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: error.reason)
        }
        if let reason = endpoint.illegality(segments) {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: reason)
        }
        method = Array(endpoint.method.rawValue.utf8)
        takesAnyMethod = endpoint.method == .any
        path = endpoint.path.text
        when = endpoint.when
        answeredTerms = endpoint.when.map { RequestTerms.Kinds(askedBy: $0) } ?? []
        replies = endpoint.ownReplies
        let compiled = try Self.compiled(endpoint, replies, label)
        (changes, templateNeeds, expressions) = (compiled.changes, compiled.needs, compiled.expressions)
        overlay = endpoint.replies.isEmpty ? endpoint.overlay : nil
        place = endpoint.place
        per = endpoint.per
        isNoise = endpoint.isNoise
        stableID = StableHash.of(label)
        layer = endpoint.layer
        priority = endpoint.priority
        self.order = order
        sequence = ReplySequence(endpoint)
    }

    /// Gives the endpoint random draws of its own if earlier endpoints have the same method and path.
    mutating func draw(after others: Int) { stableID &+= UInt64(others) &* 0x9E37_79B9_7F4A_7C15 }

    /// Compiles the changes and templates of the replies.
    private static func compiled(
        _ endpoint: Scenario.Endpoint,
        _ replies: [Scenario.Reply],
        _ label: String,
    ) throws(Playbook.Malformed) -> (
        changes: [CompiledChange], needs: Template.Needs, expressions: [Template.Expression]
    ) {
        do throws(Playbook.Malformed) {
            let changes = try replies.map { reply throws(Playbook.Malformed) in try CompiledChange(reply.then) }
            let laid = replies.isEmpty ? [endpoint.overlay.laid(over: Scenario.Reply())] : replies
            let templates = try laid.map { reply throws(Playbook.Malformed) in try ReplyTemplate(reply) }
            var needs: Template.Needs = []
            for change in changes { needs.formUnion(change.needs) }
            for template in templates { needs.formUnion(template?.needs ?? []) }
            return (changes, needs, changes.flatMap(\.expressions) + templates.flatMap { $0?.expressions ?? [] })
        } catch {
            throw Playbook.Malformed(subject: "endpoint \"\(label)\"", reason: "\(error)")
        }
    }

    /// Returns whether the method matches; GET also matches HEAD (RFC 9110 §9.3.2).
    func takesMethod(of head: RequestHead, in bytes: Span<UInt8>) -> Bool {
        takesAnyMethod || bytes.equals(head.method, method)
            || (head.methodCode == .head && method.elementsEqual("GET".utf8))
    }

    /// The properties that most requests need, in a few bytes.
    struct Gist: Sendable {
        let method: MethodCode
        let takesAnyMethod: Bool
        let hasCondition: Bool
        /// Whether its only reply repeats forever.
        let hasOneAnswer: Bool
        /// Whether a reply has a fault that happens while the server reads the request body.
        let meetsUploads: Bool
        /// Whether its reply depends on more than the number of requests, or it is an overlay.
        let isInvolved: Bool
        /// Whether it always answers if its condition holds, so that later endpoints need no check.
        let isLast: Bool
        /// Whether its reply or change depends on the request body.
        let needsBody: Bool

        /// Returns whether the method matches; nil if the bytes must be compared.
        @inline(__always)
        func takes(_ code: MethodCode) -> Bool? {
            if takesAnyMethod { return true }
            if method == .other { return code == .other ? nil : false }
            return method == code || (method == .get && code == .head)
        }
    }

    var gist: Gist {
        let asksForState = when?.asksForState ?? false
        return Gist(
            method: MethodCode(method),
            takesAnyMethod: takesAnyMethod,
            hasCondition: when != nil,
            hasOneAnswer: sequence.hasOneAnswer && per == .endpoint,
            meetsUploads: replies.contains { reply in
                reply.faults.contains { if case .requestBody = $0.stage { true } else { false } }
            },
            isInvolved: overlay != nil || asksForState || per != .endpoint || sequence.stepsAside
                || !expressions.isEmpty || changes.contains { !$0.isEmpty },
            isLast: overlay == nil && !asksForState && !sequence.stepsAside,
            needsBody: templateNeeds.contains(.body)
        )
    }

    /// Returns whether the left endpoint is tried first; see ``Precedence``.
    static func isAskedBefore(_ left: CompiledEndpoint, _ right: CompiledEndpoint) -> Bool {
        precedence(of: left, over: right).isFirst
    }

    /// Returns whether the left endpoint is tried first, and the rule that decides.
    static func precedence(
        of left: CompiledEndpoint,
        over right: CompiledEndpoint,
    ) -> (isFirst: Bool, rule: Precedence) {
        if left.isNoise != right.isNoise { return (right.isNoise, .noise) }
        if left.layer != right.layer { return (left.layer < right.layer, .layer) }
        if left.priority != right.priority { return (left.priority > right.priority, .priority) }
        if (left.overlay == nil) != (right.overlay == nil) { return (left.overlay != nil, .overlay) }
        if (left.when == nil) != (right.when == nil) { return (left.when != nil, .condition) }
        let specificity = Scenario.PathPattern.specificity(left.segments, right.segments)
        return specificity == 0 ? (left.order < right.order, .order) : (specificity < 0, .path)
    }

    /// The kinds of request modifiers that its replies or overlay support.
    var terms: RequestTerms.Kinds {
        let laid = overlay.map { [$0.laid(over: Scenario.Reply())] } ?? replies
        return laid.reduce([]) { terms, reply in
            guard reply.status == 200, !reply.isRaw else { return terms }
            var terms = terms
            if reply.headers.names("ETag") || reply.headers.names("Last-Modified") { terms.insert(.conditions) }
            if reply.headers.names("Accept-Ranges") { terms.insert(.ranges) }
            return terms
        }
    }
}

extension Scenario.Endpoint {
    /// The replies with the overlay and the change of the endpoint applied.
    fileprivate var ownReplies: [Scenario.Reply] {
        guard !overlay.isEmpty || !then.isEmpty else { return replies }
        return replies.map { reply in
            var laid = overlay.laid(over: reply)
            laid.then.set = then.set + reply.then.set
            laid.then.increment = then.increment + reply.then.increment
            laid.then.remove = then.remove + reply.then.remove
            laid.then.capture = then.capture + reply.then.capture
            return laid
        }
    }
}

/// The sequence of replies of an endpoint.
struct ReplySequence: Sendable {
    /// For each reply, the number of requests answered up to and including its last use.
    private let turns: [Int]
    let afterLast: Scenario.AfterLast

    init(_ endpoint: Scenario.Endpoint) {
        var total = 0
        turns = endpoint.replies.map {
            let (sum, isTooMany) = total.addingReportingOverflow($0.times ?? 1)
            total = isTooMany ? .max : sum
            return total
        }
        afterLast = endpoint.afterLast ?? (endpoint.replies.last?.times == nil ? .repeat : .fail)
    }

    /// Whether its only reply repeats forever.
    var hasOneAnswer: Bool { turns.count == 1 && (afterLast == .repeat || afterLast == .cycle) }
    /// Whether the next endpoint answers after the last reply.
    var stepsAside: Bool { afterLast == .next }

    /// Returns the index of the reply for a request index, from 0; nil once the sequence is exhausted.
    func reply(forTurn turn: Int) -> Int? {
        guard let last = turns.indices.last else { return nil }
        guard turn >= turns[last] else { return replyWithin(turn) }
        switch afterLast {
        case .repeat: return last
        case .fail, .next: return nil
        case .cycle: return replyWithin(turn % turns[last])
        }
    }

    /// Returns the number of requests that the endpoint answers before it first sends this reply.
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
}
