/// An endpoint prepared for matching.
package struct CompiledEndpoint: Sendable {
    package let method: [UInt8]
    package let path: String
    package let when: Scenario.Condition?
    /// The kinds of modifiers that the condition itself examines; the replies handle them.
    package let handledTerms: RequestModifiers.Kinds
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
    package let sourceLocation: String?
    /// The method and path for display: `get /users/{id}`.
    package let displayName: String
    package let segments: [Scenario.PathPattern.Segment]
    let per: Scenario.CountingScope
    package let matchesAnyMethod: Bool
    package let isNoise: Bool

    /// The identity of the endpoint in every run, independent of the rest of the scenario; it seeds random draws.
    package private(set) var stableID: UInt64

    package let layer: Int
    package let priority: Int
    /// The index among the endpoints of the scenario.
    package let sourceIndex: Int
    let sequence: ReplySequence

    /// The behavior after the last reply.
    package var afterLast: Scenario.AfterLast { sequence.afterLast }
    /// Whether other endpoints answer once every reply has been given.
    package var yieldsAfterLast: Bool { sequence.yieldsAfterLast }

    init(_ endpoint: Scenario.Endpoint, order: Int) throws(CompiledScenario.CompilationError) {
        let name = endpoint.method == .any ? "any" : endpoint.method.rawValue.lowercased()
        displayName = "\(name) \(endpoint.path.text)"
        do throws(Scenario.PathPattern.Malformed) {
            segments = try endpoint.path.segments()
        } catch {
            throw CompiledScenario.CompilationError(subject: "endpoint \"\(displayName)\"", reason: error.reason)
        }
        if let reason = endpoint.validationFailure(segments) {
            throw CompiledScenario.CompilationError(subject: "endpoint \"\(displayName)\"", reason: reason)
        }
        method = Array(endpoint.method.rawValue.utf8)
        matchesAnyMethod = endpoint.method == .any
        path = endpoint.path.text
        when = endpoint.when
        handledTerms = endpoint.when.map { RequestModifiers.Kinds(askedBy: $0) } ?? []
        replies = endpoint.ownReplies
        let compiled = try Self.compiled(endpoint, replies, displayName)
        (changes, templateNeeds, expressions) = (compiled.changes, compiled.needs, compiled.expressions)
        overlay = endpoint.replies.isEmpty ? endpoint.overlay : nil
        sourceLocation = endpoint.sourceLocation
        per = endpoint.per
        isNoise = endpoint.isNoise
        stableID = StableHash.of(displayName)
        layer = endpoint.layer
        priority = endpoint.priority
        self.sourceIndex = order
        sequence = ReplySequence(endpoint)
    }

    /// Gives the endpoint random draws of its own if earlier endpoints have the same method and path.
    mutating func separateDraws(after others: Int) { stableID &+= UInt64(others) &* 0x9E37_79B9_7F4A_7C15 }

    /// Compiles the changes and templates of the replies.
    private static func compiled(
        _ endpoint: Scenario.Endpoint,
        _ replies: [Scenario.Reply],
        _ label: String,
    ) throws(CompiledScenario.CompilationError) -> (
        changes: [CompiledChange], needs: Template.Needs, expressions: [Template.Expression]
    ) {
        do throws(CompiledScenario.CompilationError) {
            let changes = try replies.map { reply throws(CompiledScenario.CompilationError) in
                try CompiledChange(reply.then)
            }
            let laid = replies.isEmpty ? [endpoint.overlay.applied(over: Scenario.Reply())] : replies
            let templates = try laid.map { reply throws(CompiledScenario.CompilationError) in try ReplyTemplate(reply) }
            var needs: Template.Needs = []
            for change in changes { needs.formUnion(change.needs) }
            for template in templates { needs.formUnion(template?.needs ?? []) }
            return (changes, needs, changes.flatMap(\.expressions) + templates.flatMap { $0?.expressions ?? [] })
        } catch {
            throw CompiledScenario.CompilationError(subject: "endpoint \"\(label)\"", reason: "\(error)")
        }
    }

    /// Returns whether the method matches; GET also matches HEAD (RFC 9110 §9.3.2).
    func matchesMethod(of head: RequestHead, in bytes: Span<UInt8>) -> Bool {
        matchesAnyMethod || bytes.equals(head.method, method)
            || (head.methodCode == .head && method.elementsEqual("GET".utf8))
    }

    /// The properties that most requests need, in a few bytes.
    struct EndpointSummary: Sendable {
        let method: MethodCode
        let matchesAnyMethod: Bool
        let hasCondition: Bool
        /// Whether its only reply repeats forever.
        let hasConstantReply: Bool
        /// Whether a reply has a fault that happens while the server reads the request body.
        let hasUploadFault: Bool
        /// Whether its reply depends on more than the number of requests, or it is an overlay.
        let needsSelection: Bool
        /// Whether it always answers if its condition holds, so that later endpoints need no check.
        let endsSearch: Bool
        /// Whether its reply or change depends on the request body.
        let needsBody: Bool

        /// Returns whether the method matches; nil if the bytes must be compared.
        @inline(__always)
        func matches(_ code: MethodCode) -> Bool? {
            if matchesAnyMethod { return true }
            if method == .other { return code == .other ? nil : false }
            return method == code || (method == .get && code == .head)
        }
    }

    var summary: EndpointSummary {
        let asksForState = when?.needsState ?? false
        return EndpointSummary(
            method: MethodCode(method),
            matchesAnyMethod: matchesAnyMethod,
            hasCondition: when != nil,
            hasConstantReply: sequence.hasConstantReply && per == .endpoint,
            hasUploadFault: replies.contains { reply in
                reply.faults.contains { if case .requestBody = $0.stage { true } else { false } }
            },
            needsSelection: overlay != nil || asksForState || per != .endpoint || sequence.yieldsAfterLast
                || !expressions.isEmpty || changes.contains { !$0.isEmpty },
            endsSearch: overlay == nil && !asksForState && !sequence.yieldsAfterLast,
            needsBody: templateNeeds.contains(.body)
        )
    }

    /// Returns whether the left endpoint is tried first; see ``PrecedenceRule``.
    static func precedes(_ left: CompiledEndpoint, _ right: CompiledEndpoint) -> Bool {
        precedence(of: left, over: right).isFirst
    }

    /// Returns whether the left endpoint is tried first, and the rule that decides.
    package static func precedence(
        of left: CompiledEndpoint,
        over right: CompiledEndpoint,
    ) -> (isFirst: Bool, rule: PrecedenceRule) {
        if left.isNoise != right.isNoise { return (right.isNoise, .noise) }
        if left.layer != right.layer { return (left.layer < right.layer, .layer) }
        if left.priority != right.priority { return (left.priority > right.priority, .priority) }
        if (left.overlay == nil) != (right.overlay == nil) { return (left.overlay != nil, .overlay) }
        if (left.when == nil) != (right.when == nil) { return (left.when != nil, .condition) }
        let specificity = Scenario.PathPattern.specificity(left.segments, right.segments)
        return specificity == 0 ? (left.sourceIndex < right.sourceIndex, .order) : (specificity < 0, .path)
    }

    /// The kinds of request modifiers that its replies or overlay support.
    var terms: RequestModifiers.Kinds {
        let laid = overlay.map { [$0.applied(over: Scenario.Reply())] } ?? replies
        return laid.reduce([]) { terms, reply in
            guard reply.status == 200, !reply.isRaw else { return terms }
            var terms = terms
            if reply.headers.contains("ETag") || reply.headers.contains("Last-Modified") { terms.insert(.conditions) }
            if reply.headers.contains("Accept-Ranges") { terms.insert(.ranges) }
            return terms
        }
    }
}

extension Scenario.Endpoint {
    /// The replies with the overlay and the change of the endpoint applied.
    fileprivate var ownReplies: [Scenario.Reply] {
        guard !overlay.isEmpty || !then.isEmpty else { return replies }
        return replies.map { reply in
            var laid = overlay.applied(over: reply)
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
    var hasConstantReply: Bool { turns.count == 1 && (afterLast == .repeat || afterLast == .cycle) }
    /// Whether the next endpoint answers after the last reply.
    var yieldsAfterLast: Bool { afterLast == .next }

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
    func firstRequest(of reply: Int) -> Int { reply == 0 ? 0 : turns[reply - 1] }

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
