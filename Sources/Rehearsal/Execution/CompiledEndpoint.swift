/// An endpoint of a scenario, compiled for matching.
package struct CompiledEndpoint: Sendable {
    package let method: [UInt8]
    package let path: String
    package let when: Scenario.Condition?
    /// The kinds of modifiers whose header fields the condition examines. The server does not apply these
    /// modifiers, because the replies of the endpoint handle them.
    package let handledModifiers: RequestModifiers.Kinds
    /// The replies of the sequence and then the named ones, each with the overlay and the change of the endpoint
    /// applied.
    package let replies: [Scenario.Reply]
    /// The state change of each reply, by the index of the reply.
    let changes: [CompiledChange]
    /// The parts of a request that each reply may repeat, by the index of the reply; empty if all replies are static.
    ///
    /// An overlay has a single element.
    let echoes: [Journal.RequestEcho]
    /// The inputs that the templates of its replies, changes or overlay read.
    package let templateNeeds: Template.Needs
    /// The template expressions in its replies, changes or overlay.
    package let expressions: [Template.Expression]
    /// The overlay that applies to the replies of other endpoints; nil for an endpoint with replies of its own.
    package let overlay: Scenario.Overlay?
    package let sourceLocation: String?
    /// The method and path for display: `get /users/{id}`.
    package let displayName: String
    package let segments: [Scenario.PathPattern.Segment]
    let per: Scenario.CountingScope
    package let matchesAnyMethod: Bool
    package let isNoise: Bool

    /// An identifier that seeds the random values of the endpoint and is the same in every run.
    ///
    /// Of the other endpoints, only earlier ones with the same method and path affect it.
    package private(set) var stableID: UInt64

    package let layer: Int
    package let priority: Int
    /// The index among the endpoints of the scenario.
    package let sourceIndex: Int
    let sequence: ReplySequence
    let selectable: SelectableReplies

    /// The behavior after the last reply.
    package var afterLast: Scenario.AfterLast { sequence.afterLast }
    /// Whether the next matching endpoint answers after the last reply.
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
        handledModifiers = endpoint.when.map { RequestModifiers.Kinds(examinedBy: $0) } ?? []
        replies = endpoint.ownReplies
        let compiled = try Self.compiled(endpoint, replies, displayName)
        (changes, templateNeeds, expressions) = (compiled.changes, compiled.needs, compiled.expressions)
        echoes = compiled.echoes
        overlay = endpoint.replies.isEmpty ? endpoint.overlay : nil
        sourceLocation = endpoint.sourceLocation
        per = endpoint.per
        isNoise = endpoint.isNoise
        stableID = StableHash.of(displayName)
        layer = endpoint.layer
        priority = endpoint.priority
        self.sourceIndex = order
        sequence = ReplySequence(endpoint)
        selectable = SelectableReplies(endpoint)
    }

    /// Makes the stable ID differ from those of earlier endpoints with the same method and path.
    ///
    /// - Parameter others: the number of those endpoints.
    mutating func makeStableIDUnique(after others: Int) { stableID &+= UInt64(others) &* 0x9E37_79B9_7F4A_7C15 }

    /// Compiles the changes and templates of the replies.
    private static func compiled(
        _ endpoint: Scenario.Endpoint,
        _ replies: [Scenario.Reply],
        _ label: String,
    ) throws(CompiledScenario.CompilationError) -> (
        changes: [CompiledChange], echoes: [Journal.RequestEcho], needs: Template.Needs,
        expressions: [Template.Expression]
    ) {
        do throws(CompiledScenario.CompilationError) {
            let changes = try replies.map { reply throws(CompiledScenario.CompilationError) in
                try CompiledChange(reply.then)
            }
            let overlaid = replies.isEmpty ? [endpoint.overlay.applied(over: Scenario.Reply())] : replies
            let templates = try overlaid.map { reply throws(CompiledScenario.CompilationError) in
                try ReplyTemplate(reply)
            }
            var needs: Template.Needs = []
            for change in changes { needs.formUnion(change.needs) }
            for template in templates { needs.formUnion(template?.needs ?? []) }
            let echoes = overlaid.indices.map { index in
                overlaid[index].handler != nil
                    ? .unknown
                    : Journal.RequestEcho(
                        reply: templates[index]?.needs ?? [],
                        change: changes.indices.contains(index) ? changes[index].needs : []
                    )
            }
            let expressions = changes.flatMap(\.expressions) + templates.flatMap { $0?.expressions ?? [] }
            return (changes, echoes.allSatisfy { $0 == .ofStaticReply } ? [] : echoes, needs, expressions)
        } catch {
            throw CompiledScenario.CompilationError(subject: "endpoint \"\(label)\"", reason: "\(error)")
        }
    }

    /// Returns whether the method matches; GET also matches HEAD (RFC 9110 §9.3.2).
    func matchesMethod(of head: RequestHead, in bytes: Span<UInt8>) -> Bool {
        matchesAnyMethod || bytes.equals(head.method, method)
            || (head.methodCode == .head && method.elementsEqual("GET".utf8))
    }

    /// The properties of an endpoint that matching reads for most requests, in a few bytes.
    struct EndpointSummary: Sendable {
        let method: MethodCode
        let matchesAnyMethod: Bool
        let hasCondition: Bool
        let isOverlay: Bool
        /// Whether the endpoint has a single reply, which repeats forever.
        let hasConstantReply: Bool
        /// Whether a reply has a fault that takes effect while the server reads the request body.
        let hasUploadFault: Bool
        /// Whether the endpoint is an overlay, or its reply depends on more than the number of earlier requests.
        let needsSelection: Bool
        /// Whether the endpoint answers every request that it matches, so that later endpoints are not checked.
        let endsSearch: Bool
        /// Whether its reply or change depends on the request body.
        let needsBody: Bool
        /// The header fields by which a request selects another reply.
        let selectors: ReplySelectors

        /// Whether the endpoint answers every request with its path and method by the same reply.
        var answersAlways: Bool {
            hasConstantReply && !hasCondition && !needsSelection && !needsBody && !hasUploadFault
        }

        /// Returns the first of some endpoints that matches GET, if it answers every request by the same reply and no
        /// field of a request selects another one; -1 otherwise.
        ///
        /// - Parameter candidates: the endpoints that match a path, in order of rank.
        static func endpointForGet(of candidates: ArraySlice<Int32>, _ summaries: [Self]) -> Int32 {
            guard let first = candidates.first(where: { summaries[Int($0)].matches(.get) == true }) else { return -1 }
            let summary = summaries[Int(first)]
            return summary.answersAlways && summary.selectors.isEmpty ? first : -1
        }

        /// Returns whether the method matches; nil for a method without a code, whose bytes must be compared.
        @inline(__always)
        func matches(_ code: MethodCode) -> Bool? {
            if matchesAnyMethod { return true }
            if method == .other { return code == .other ? nil : false }
            return method == code || (method == .get && code == .head)
        }
    }

    var summary: EndpointSummary {
        let usesState = when?.needsState ?? false
        return EndpointSummary(
            method: MethodCode(method),
            matchesAnyMethod: matchesAnyMethod,
            hasCondition: when != nil,
            isOverlay: overlay != nil,
            hasConstantReply: sequence.hasConstantReply && per == .endpoint,
            hasUploadFault: replies.contains { reply in
                reply.faults.contains { if case .requestBody = $0.stage { true } else { false } }
            },
            needsSelection: overlay != nil || usesState || per != .endpoint || sequence.yieldsAfterLast
                || !expressions.isEmpty || changes.contains { !$0.isEmpty },
            endsSearch: overlay == nil && !usesState && !sequence.yieldsAfterLast,
            needsBody: templateNeeds.contains(.body),
            selectors: selectable.selectors
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

    /// The kinds of request modifiers that the header fields of its replies or overlay support.
    var supportedModifiers: RequestModifiers.Kinds {
        let overlaid = overlay.map { [$0.applied(over: Scenario.Reply())] } ?? replies
        return overlaid.reduce([]) { kinds, reply in
            guard reply.status == 200, !reply.isRaw else { return kinds }
            var kinds = kinds
            if reply.headers.contains("ETag") || reply.headers.contains("Last-Modified") { kinds.insert(.conditions) }
            if reply.headers.contains("Accept-Ranges") { kinds.insert(.ranges) }
            return kinds
        }
    }
}

extension Scenario.Endpoint {
    /// The replies with the overlay and the change of the endpoint applied.
    fileprivate var ownReplies: [Scenario.Reply] {
        let all = replies + named.map(\.reply)
        guard !overlay.isEmpty || !then.isEmpty else { return all }
        return all.map { reply in
            var result = overlay.applied(over: reply)
            result.then.set = then.set + reply.then.set
            result.then.increment = then.increment + reply.then.increment
            result.then.remove = then.remove + reply.then.remove
            result.then.capture = then.capture + reply.then.capture
            return result
        }
    }
}

/// The sequence of replies of an endpoint.
struct ReplySequence: Sendable {
    /// For each reply, the number of requests that this reply and the earlier ones answer.
    private let turns: [Int]
    let afterLast: Scenario.AfterLast
    /// The number of replies.
    var count: Int { turns.count }

    init(_ endpoint: Scenario.Endpoint) {
        var total = 0
        turns = endpoint.replies.map {
            let (sum, overflows) = total.addingReportingOverflow($0.times ?? 1)
            total = overflows ? .max : sum
            return total
        }
        afterLast = endpoint.afterLast ?? (endpoint.replies.last?.times == nil ? .repeat : .fail)
    }

    /// Whether the sequence has a single reply, which repeats forever.
    var hasConstantReply: Bool { turns.count == 1 && (afterLast == .repeat || afterLast == .cycle) }
    /// Whether the next endpoint answers after the last reply.
    var yieldsAfterLast: Bool { afterLast == .next }

    /// Returns the index of the reply to a request; nil if the sequence is exhausted.
    ///
    /// - Parameter index: the number of earlier requests that the endpoint answered.
    func reply(forRequestIndex index: Int) -> Int? {
        guard let last = turns.indices.last else { return nil }
        guard index >= turns[last] else { return replyWithin(index) }
        switch afterLast {
        case .repeat: return last
        case .fail, .next: return nil
        case .cycle: return replyWithin(index % turns[last])
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
