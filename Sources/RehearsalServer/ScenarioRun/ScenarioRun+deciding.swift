import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension ScenarioRun {
    /// Matches a request with the endpoints of the scenario; `body` is nil before it has been received.
    ///
    /// Pointers avoid copies of the head and the buffers, which would retain their contents for every request.
    @inline(never)
    func match(
        _ head: UnsafeMutablePointer<RequestHead>,
        in bytes: Span<UInt8>,
        body: [UInt8]?,
        _ connection: CompiledScenario.ConnectionContext,
        _ scratch: UnsafeMutablePointer<CompiledScenario.MatchBuffers>,
    ) -> CompiledScenario.Match {
        compiled.match(head.pointee, in: bytes, body: body, connection, scratch: &scratch.pointee)
    }

    /// Decides a request. The caller must hold the lock.
    ///
    /// - Parameter faultNames: the names of the faults that occurred while the body was read; nil before that.
    @inline(__always)
    func decide(on match: CompiledScenario.Match, afterUploadFaults faultNames: String?, at now: Int64) -> Decision {
        switch match {
        case .needsBody: return Decision(decision: .pending)
        case .none: return .unmatched
        case .candidates(let candidates):
            guard let policies = candidates.policies else { return decide(on: candidates, having: faultNames) }
            return decideWithPolicies(on: candidates, policies, having: faultNames, at: now)
        case .preflight(let preflight): return decide(on: preflight)
        case .refused(let refused): return decide(on: refused)
        case .endpoint(let endpoint):
            if compiled.hasUploadFault(endpoint), faultNames == nil, let ruling = uploadDecision(endpoint) {
                return ruling
            }
            guard let index = state.pointee.advance(of: endpoint, in: compiled) else {
                return exhaustedDecision(endpoint)
            }
            let reply = preparedReply(endpoint, index)
            var ruling = replyDecision(endpoint, index, reply)
            if reply.isPlain { return ruling }
            ruling.special = Decision.RareParts(uploadPace: reply.source.uploadPace)
            if reply.variesByRequest {
                selectFaults(&ruling, OverlaidReplyKey(endpoint: endpoint, reply: index), having: faultNames)
            }
            return ruling
        }
    }

    private func decide(on candidates: CompiledScenario.CandidateSet, having faultNames: String?) -> Decision {
        let selected = state.pointee.select(candidates, in: compiled)
        if let preflight = candidates.preflight, compiled.isPreflightAnsweredByServer(to: selected) {
            return decide(on: preflight)
        }
        guard let chosen = selected else { return .unmatched }
        return decide(on: chosen, for: candidates, having: faultNames)
    }

    /// Returns the decision to send the selected reply of an endpoint, and advances the endpoint's sequence.
    func decide(
        on found: ScenarioState.SelectedReply,
        for candidates: CompiledScenario.CandidateSet,
        having faultNames: String?
    )
        -> Decision
    {
        var chosen = found
        guard let index = chosen.reply else {
            state.pointee.commit(chosen, for: candidates.request, in: compiled) { context(chosen, candidates.request) }
            return exhaustedDecision(chosen.endpoint)
        }
        let layers = OverlaidReplyKey(endpoint: chosen.endpoint, reply: index, overlays: chosen.overlays)
        let reply = overlaid(layers)
        if faultNames == nil, reply.hasUploadFaults, let ruling = uploadDecision(reply.source, layers) { return ruling }
        var modifiers = candidates.modifiers?.without(compiled.endpoints[chosen.endpoint].handledModifiers)
        if let preference = chosen.preference { modifiers = .adding(preference, to: modifiers) }
        let refusal = refusal(of: candidates, with: modifiers, answered: reply.source.status)
        chosen.skipsChange = refusal != nil
        state.pointee.commit(chosen, for: candidates.request, in: compiled) { context(chosen, candidates.request) }
        var ruling = replyDecision(chosen.endpoint, index, reply)
        if reply.isPlain, modifiers == nil { return ruling }
        ruling.special = Decision.RareParts(uploadPace: reply.source.uploadPace)
        ruling.special?.modifiers = modifiers
        ruling.special?.refusal = refusal
        if reply.variesByRequest { selectFaults(&ruling, layers, having: faultNames) }
        // The journal derives the constant faults of a reply from its index, but not those of its overlays.
        if !layers.overlays.isEmpty, ruling.special?.faultNames == nil, let names = reply.faultNames {
            ruling.special?.faultNames = Self.joined(faultNames, names)
        }
        if reply.template != nil { ruling.special?.context = context(chosen, candidates.request) }
        return ruling
    }

    /// Returns the template context of a request with the current state.
    func context(_ chosen: ScenarioState.SelectedReply, _ request: ObservedRequest) -> Template.Context {
        let segments = compiled.endpoints[chosen.endpoint].segments
        return context(chosen.endpoint, turn: chosen.requestIndex, key: chosen.keyID, segments, request)
    }

    /// Returns the template context of a request.
    ///
    /// - Parameter endpoint: the index of the endpoint or the policy that replies.
    func context(
        _ endpoint: Int,
        turn: Int,
        key: UInt64 = 0,
        _ segments: [Scenario.PathPattern.Segment],
        _ request: ObservedRequest,
    ) -> Template.Context {
        // Templates have their own random sequence, so that they do not change the random delays and faults.
        let id = compiled.stableID(of: endpoint) ^ 0x5445_4D50_4C41_5445 ^ key
        let random = RandomSource(seed: seed, endpoint: id, request: turn)
        var context = Template.Context(request.templateRequest(segments), random: random)
        context.state = state.pointee.variables
        context.count = turn + 1
        context.baseURL = encoder.origin
        context.now = time.wallMilliseconds
        return context
    }

    func decide(on preflight: Preflight) -> Decision {
        let special = Decision.RareParts(uploadPace: nil)
        special.preflight = preflight
        return Decision(decision: .reply, record: JournalRecord.Decided(status: 204), special: special)
    }

    /// Returns the decision to send the refusal of a request that failed the check of the scenario.
    private func decide(on refused: CompiledScenario.RefusedRequest) -> Decision {
        let special = Decision.RareParts(uploadPace: nil)
        special.modifiers = refused.modifiers
        special.policyNote = refused.refusal.reason
        let reply = PreparedReply(filling: refused.refusal.reply, encoder, nil)
        let record = JournalRecord.Decided(status: reply.sentStatus)
        return Decision(decision: .reply, record: record, reply: reply, special: special)
    }

    private func exhaustedDecision(_ endpoint: Int) -> Decision {
        let record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: endpoint), status: 501)
        return Decision(decision: .exhausted, record: record)
    }

    @inline(__always)
    private func replyDecision(_ endpoint: Int, _ index: Int, _ reply: PreparedReply) -> Decision {
        let record = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: endpoint),
            reply: Int32(truncatingIfNeeded: index),
            status: reply.sentStatus
        )
        return Decision(decision: .reply, record: record, reply: reply)
    }

    @inline(__always)
    func preparedReply(_ endpoint: Int, _ index: Int) -> PreparedReply {
        prepared[firstReply[endpoint] &+ index]?.takeUnretainedValue() ?? prepareReply(endpoint, index)
    }

    @inline(never) @discardableResult
    func prepareReply(_ endpoint: Int, _ index: Int) -> PreparedReply {
        let reply = PreparedReply(compiled.endpoints[endpoint].replies[index], encoder, sharing: &encodedReplies)
        prepared[firstReply[endpoint] &+ index] = .passRetained(reply)
        if index == 0 { firstReplies[endpoint] = FirstReply(reply) }
        return reply
    }

    /// Returns the reply with its overlays applied. Each combination is created once.
    func overlaid(_ layers: OverlaidReplyKey) -> PreparedReply {
        if layers.overlays.isEmpty { return preparedReply(layers.endpoint, layers.reply) }
        if let reply = draws.overlaidReplies[layers] { return reply }
        let own = compiled.endpoints[layers.endpoint].replies[layers.reply]
        let reply = PreparedReply(overlaid(layers.overlays, over: own), encoder)
        draws.overlaidReplies[layers] = reply
        return reply
    }

    /// Returns a reply with overlays applied. The uppermost overlay is first in the array.
    func overlaid(_ overlays: [Int], over reply: Scenario.Reply) -> Scenario.Reply {
        // The uppermost overlay is applied last, so that it overrides the others.
        overlays.reversed().reduce(reply) { compiled.endpoints[$1].overlay?.applied(over: $0) ?? $0 }
    }

    /// Returns the decision to apply the upload faults of an endpoint's next reply; nil without such faults.
    ///
    /// The sequence of replies does not advance.
    private func uploadDecision(_ endpoint: Int) -> Decision? {
        guard let index = state.pointee.nextReply(of: endpoint, in: compiled) else { return nil }
        let reply = preparedReply(endpoint, index)
        return reply.hasUploadFaults
            ? uploadDecision(reply.source, OverlaidReplyKey(endpoint: endpoint, reply: index)) : nil
    }

    func uploadDecision(_ reply: Scenario.Reply, _ layers: OverlaidReplyKey) -> Decision? {
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: true)
        let faults = zip(reply.faults, active).compactMap { $1 ? $0 : nil }
        guard !faults.isEmpty else { return nil }
        let record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: layers.endpoint))
        let special = Decision.RareParts(uploadPace: reply.uploadPace)
        special.random = random
        special.uploadFaults = faults
        special.faultNames = faults.map(\.description).joined(separator: ", ")
        return Decision(decision: .pending, record: record, special: special)
    }

    /// Returns a decision whose reply has templates, policies, preconditions, ranges and CORS applied.
    ///
    /// The caller must not hold the lock.
    func completed(_ ruling: Decision, of ordinal: Int) -> Decision {
        guard let special = ruling.special else { return ruling }
        if let preflight = special.preflight { return replaced(ruling, by: preflight.reply, nil, of: ordinal) }
        guard let prepared = ruling.reply else { return ruling }
        var changed: Scenario.Reply?
        if var context = special.context, let template = prepared.template {
            changed = template.render(prepared.source, &context)
        }
        if let refusal = special.refusal {
            changed = (changed ?? prepared.source).preconditionFailed(by: refusal.field, refusal.tag)
        }
        // The policies are applied to the reply of a closure later, when the closure has returned it.
        if (changed ?? prepared.source).handler == nil {
            changed = applyingPolicies(changed ?? prepared.source, special.pendingPolicyWork, of: ordinal) ?? changed
        }
        let applied = special.modifiers?.applied(to: changed ?? prepared.source, now: second)
        guard let reply = applied?.reply ?? changed else { return ruling }
        return replaced(ruling, by: reply, applied?.ranges, of: ordinal)
    }

    /// Replaces the reply of a decision. A changed status is recorded before the first byte is sent.
    private func replaced(
        _ ruling: Decision,
        by reply: Scenario.Reply,
        _ ranges: ByteRanges?,
        of ordinal: Int,
    ) -> Decision {
        var ruling = ruling
        let prepared = PreparedReply(filling: reply, encoder, ranges)
        ruling.reply = prepared
        ruling.special?.context = nil
        ruling.special?.modifiers = nil
        if prepared.sentStatus != ruling.record.status {
            ruling.record.status = prepared.sentStatus
            let record = JournalRecord.Decided(status: prepared.sentStatus)
            lock.withLock { journal.appendDecision(ordinal, record, ruling.kind) }
        }
        return ruling
    }

    /// Prepares a reply of a closure or of the server, and applies the modifiers of the request.
    func prepared(_ reply: Scenario.Reply, for modifiers: RequestModifiers?) -> PreparedReply {
        guard let applied = modifiers?.applied(to: reply, now: second) else { return PreparedReply(reply, encoder) }
        return PreparedReply(filling: applied.reply, encoder, applied.ranges)
    }

    /// Returns the failed precondition of an unsafe request; nil if none fails. The caller must hold the lock.
    ///
    /// Preconditions are evaluated against the reply that GET would receive before the change (RFC 9110 §13.1). They
    /// hold if no endpoint replies to GET.
    ///
    /// - Parameters:
    ///   - modifiers: the modifiers of the request that the endpoint does not handle itself.
    ///   - status: the status of the reply; preconditions are ignored unless it is a success (§13.2.1).
    func refusal(
        of candidates: CompiledScenario.CandidateSet,
        with modifiers: RequestModifiers?,
        answered status: Int,
    ) -> Decision.FailedPrecondition? {
        guard let conditions = modifiers?.preconditions, (200..<300).contains(status),
            let reader = state.pointee.selectForGet(candidates, in: compiled), let index = reader.reply
        else { return nil }
        let reply = overlaid(OverlaidReplyKey(endpoint: reader.endpoint, reply: index, overlays: reader.overlays))
        guard reply.source.status == 200 else { return nil }
        var headers = reply.source.headers
        if let template = reply.template {
            var context = context(reader, candidates.request)
            headers = template.renderedHeaders(reply.source, &context)
        }
        guard let validators = Preconditions.Validators(headers),
            case .fails(let field) = conditions.evaluate(on: validators, now: second)
        else { return nil }
        return Decision.FailedPrecondition(field: field, tag: headers["ETag"])
    }

    /// The session's wall time in seconds since 1970.
    private var second: Int64 { time.wallMilliseconds / 1_000 }
}

extension ScenarioRun {
    /// Returns the reply to a request that no endpoint answers, and records the nearest endpoints as notes.
    ///
    /// - Parameters:
    ///   - decision: the decision about the request: unmatched or exhausted.
    ///   - body: the body of the request.
    ///   - report: the loop's buffers for the report.
    ///   - ordinal: the ordinal of the exchange in the journal.
    func unansweredReply(
        _ decision: Journal.Decision,
        _ head: UnsafeMutablePointer<RequestHead>,
        _ bytes: Span<UInt8>,
        _ body: [UInt8],
        _ report: UnmatchedReport,
        of ordinal: Int,
    ) -> PreparedReply {
        lock.lock()
        let variables = state.pointee.variables
        lock.unlock()
        compiled.findNearest(to: head.pointee, in: bytes, body: body, variables: variables, report.misses)
        lock.lock()
        report.forEachDescription(in: compiled) { journal.note(ordinal, .nearMiss, $0) }
        lock.unlock()
        if decision == .exhausted {
            let misses = compiled.nearMisses(report.misses)
            return prepared(ServerErrorReply.exhausted(misses), for: corsModifiers(head.pointee, bytes))
        }
        let document = report.write(head.pointee, bytes, in: compiled)
        guard compiled.allowsCrossOrigin else { return PreparedReply(unmatched: document) }
        return prepared(ServerErrorReply.unmatched(document), for: corsModifiers(head.pointee, bytes))
    }

    /// Returns the modifiers that add CORS fields to an error reply; nil if the scenario does not allow cross-origin
    /// requests.
    private func corsModifiers(_ head: RequestHead, _ bytes: Span<UInt8>) -> RequestModifiers? {
        compiled.allowsCrossOrigin ? RequestModifiers(head, in: bytes, .origin) : nil
    }
}
