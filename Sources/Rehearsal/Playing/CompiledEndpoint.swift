/// An endpoint made ready to be asked.
package struct CompiledEndpoint: Sendable {
    package let method: [UInt8]
    package let path: String
    package let when: Scenario.Condition?
    /// The kinds of terms that the condition names: the replies are the answer to them.
    package let answeredTerms: RequestTerms.Kinds
    /// With what the endpoint says of all of them.
    package let replies: [Scenario.Reply]
    /// What each of its replies changes.
    let changes: [CompiledChange]
    /// What its replies, or what it lays over others, are filled in with.
    package let templateNeeds: Template.Needs
    /// Every expression in its replies and changes.
    package let expressions: [Template.Expression]
    /// Laid over the replies of others; nil for an endpoint that answers.
    package let overlay: Scenario.Overlay?
    package let place: String?
    /// The endpoint as a person names it: `get /users/{id}`.
    package let label: String
    package let segments: [Scenario.PathPattern.Segment]
    let per: Scenario.Per
    package let takesAnyMethod: Bool
    package let isNoise: Bool

    /// Tells it from others in every run, whatever else the scenario holds: where its random draws begin.
    package private(set) var stableID: UInt64

    package let layer: Int
    package let priority: Int
    /// Its index among the endpoints of the scenario.
    package let order: Int
    let sequence: ReplySequence

    /// What happens when each reply has been given.
    package var afterLast: Scenario.AfterLast { sequence.afterLast }
    /// Whether other endpoints answer once every reply has been given.
    package var stepsAside: Bool { sequence.stepsAside }

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
        let ready = try Self.ready(endpoint, replies, label)
        (changes, templateNeeds, expressions) = (ready.changes, ready.needs, ready.expressions)
        overlay = endpoint.replies.isEmpty ? endpoint.overlay : nil
        place = endpoint.place
        per = endpoint.per
        isNoise = endpoint.isNoise
        stableID = StableHash.of(label.utf8)
        layer = endpoint.layer
        priority = endpoint.priority
        self.order = order
        sequence = ReplySequence(endpoint)
    }

    /// Draws for itself, though others before it have the same method and path.
    mutating func draw(after others: Int) { stableID &+= UInt64(others) &* 0x9E37_79B9_7F4A_7C15 }

    /// What its replies change and are filled in with.
    private static func ready(
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

    /// Whether the request's method is this endpoint's; HEAD is answered by GET (RFC 9110 §9.3.2).
    func takesMethod(of head: RequestHead, in bytes: Span<UInt8>) -> Bool {
        gist.takes(head.methodCode) ?? bytes.equals(head.method, method)
    }

    /// What most requests need to know of an endpoint, together in a few bytes.
    struct Gist: Sendable {
        let method: MethodCode
        let takesAnyMethod: Bool
        let hasCondition: Bool
        /// Its one reply goes on for ever.
        let hasOneAnswer: Bool
        /// One of its replies has a fault that is met while the body of the request is read.
        let meetsUploads: Bool
        /// What it answers rests on more than how often it was asked, or it answers nothing itself.
        let isInvolved: Bool
        /// It answers for certain, if its condition holds: nothing below it is asked.
        let isLast: Bool
        /// What it answers, or changes, rests on the body of the request.
        let needsBody: Bool

        /// nil if the bytes of the method have to be compared.
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

    /// Whether it is asked before another; see ``Precedence``.
    static func isAskedBefore(_ left: CompiledEndpoint, _ right: CompiledEndpoint) -> Bool {
        precedence(of: left, over: right).isFirst
    }

    /// Which of two is asked first, and what decides it.
    package static func precedence(
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

    /// What its replies, or what it lays over others, have an answer to.
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
    /// Its replies with what the endpoint says of each of them.
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

/// Which of its replies an endpoint gives at which turn.
struct ReplySequence: Sendable {
    /// For each reply, how many requests have been answered once its last turn is over.
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

    /// One reply goes on for ever.
    var hasOneAnswer: Bool { turns.count == 1 && (afterLast == .repeat || afterLast == .cycle) }
    /// Once it is over, somebody else answers.
    var stepsAside: Bool { afterLast == .next }

    /// The index of the reply for the request with this number, from 0; nil once the sequence is exhausted.
    func reply(forTurn turn: Int) -> Int? {
        guard let last = turns.indices.last else { return nil }
        guard turn >= turns[last] else { return replyWithin(turn) }
        switch afterLast {
        case .repeat: return last
        case .fail, .next: return nil
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
}
