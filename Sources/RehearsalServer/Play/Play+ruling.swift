import Rehearsal
import RehearsalPlatform

extension Play {
    /// Returns the match of a request; `body` is nil before it has been read.
    ///
    /// Pointers avoid a copy of the playbook, which would retain its contents for every request.
    @inline(never)
    func match(
        _ head: UnsafeMutablePointer<RequestHead>,
        in bytes: Span<UInt8>,
        body: [UInt8]?,
        _ arrival: Playbook.Arrival,
        _ scratch: UnsafeMutablePointer<Playbook.Scratch>,
    ) -> Playbook.Match {
        playbook.match(head.pointee, in: bytes, body: body, arrival, scratch: &scratch.pointee)
    }

    /// Decides a request; the caller holds the lock.
    ///
    /// - Parameter met: the names of the faults that occurred while its body was read.
    @inline(__always)
    func rule(on match: Playbook.Match, having met: String?, at now: Int64) -> Ruling {
        switch match {
        case .needsBody: return Ruling(decision: .pending)
        case .none: return .unmatched
        case .choice(let choice):
            guard let coverage = choice.coverage else { return rule(on: choice, having: met) }
            return rule(on: choice, coverage, having: met, at: now)
        case .preflight(let preflight): return rule(on: preflight)
        case .endpoint(let endpoint):
            if playbook.meetsUploads(endpoint), met == nil, let ruling = ruleOnUpload(endpoint) { return ruling }
            guard let index = state.pointee.takeTurn(of: endpoint, in: playbook) else { return exhausted(endpoint) }
            let reply = preparedReply(endpoint, index)
            var ruling = answer(endpoint, index, reply)
            if reply.isPlain { return ruling }
            ruling.special = Ruling.Special(uploadPace: reply.source.uploadPace)
            if reply.isDrawn { draw(&ruling, Layers(endpoint: endpoint, reply: index), having: met) }
            return ruling
        }
    }

    private func rule(on choice: Playbook.Choice, having met: String?) -> Ruling {
        let found = state.pointee.choose(choice, in: playbook)
        if let preflight = choice.preflight, playbook.isLeft(to: found) { return rule(on: preflight) }
        guard let chosen = found else { return .unmatched }
        return rule(on: chosen, for: choice, having: met)
    }

    /// Returns the decision of a chosen endpoint.
    func rule(on found: PlayState.Chosen, for choice: Playbook.Choice, having met: String?) -> Ruling {
        var chosen = found
        guard let index = chosen.reply else {
            state.pointee.take(chosen, for: choice.request, in: playbook) { context(chosen, choice.request) }
            return exhausted(chosen.endpoint)
        }
        let layers = Layers(endpoint: chosen.endpoint, reply: index, overlays: chosen.overlays)
        let reply = laid(layers)
        if met == nil, reply.meetsUploads, let ruling = ruleOnUpload(reply.source, layers) { return ruling }
        let terms = choice.terms?.without(playbook.endpoints[chosen.endpoint].answeredTerms)
        let refusal = refusal(of: choice, with: terms, answered: reply.source.status)
        chosen.isRefused = refusal != nil
        state.pointee.take(chosen, for: choice.request, in: playbook) { context(chosen, choice.request) }
        var ruling = answer(chosen.endpoint, index, reply)
        if reply.isPlain, terms == nil { return ruling }
        ruling.special = Ruling.Special(uploadPace: reply.source.uploadPace)
        ruling.special?.terms = terms
        ruling.special?.refusal = refusal
        if reply.isDrawn { draw(&ruling, layers, having: met) }
        // The journal knows the constant faults of a reply, but not those of its overlays.
        if !layers.overlays.isEmpty, ruling.special?.faultNames == nil, let names = reply.faultNames {
            ruling.special?.faultNames = Self.joined(met, names)
        }
        if reply.template != nil { ruling.special?.context = context(chosen, choice.request) }
        return ruling
    }

    /// Returns the template context of a request with the current state.
    func context(_ chosen: PlayState.Chosen, _ request: ObservedRequest) -> Template.Context {
        let segments = playbook.endpoints[chosen.endpoint].segments
        return context(chosen.endpoint, turn: chosen.turn, key: chosen.keyID, segments, request)
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
        // A separate sequence, so that templates do not shift the draws of delays and faults.
        let id = playbook.stableID(of: endpoint) ^ 0x5445_4D50_4C41_5445 ^ key
        let random = RandomSource(seed: seed, endpoint: id, request: turn)
        var context = Template.Context(request.templateRequest(segments), random: random)
        context.state = state.pointee.variables
        context.count = turn + 1
        context.baseURL = encoder.origin
        context.now = time.wallMilliseconds
        return context
    }

    func rule(on preflight: Preflight) -> Ruling {
        let special = Ruling.Special(uploadPace: nil)
        special.preflight = preflight
        return Ruling(decision: .reply, record: JournalRecord.Decided(status: 204), special: special)
    }

    private func exhausted(_ endpoint: Int) -> Ruling {
        let record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: endpoint), status: 501)
        return Ruling(decision: .exhausted, record: record)
    }

    @inline(__always)
    private func answer(_ endpoint: Int, _ index: Int, _ reply: PreparedReply) -> Ruling {
        let record = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: endpoint),
            reply: Int32(truncatingIfNeeded: index),
            status: reply.statusOnTheWire
        )
        return Ruling(decision: .reply, record: record, reply: reply)
    }

    @inline(__always)
    private func preparedReply(_ endpoint: Int, _ index: Int) -> PreparedReply {
        let place = firstReply[endpoint] &+ index
        if let reply = prepared[place] { return reply }
        let reply = PreparedReply(playbook.endpoints[endpoint].replies[index], encoder)
        prepared[place] = reply
        return reply
    }

    /// Returns the reply with its overlays applied, from a cache.
    func laid(_ layers: Layers) -> PreparedReply {
        if layers.overlays.isEmpty { return preparedReply(layers.endpoint, layers.reply) }
        if let reply = draws.laid[layers] { return reply }
        let own = playbook.endpoints[layers.endpoint].replies[layers.reply]
        let reply = PreparedReply(laid(layers.overlays, over: own), encoder)
        draws.laid[layers] = reply
        return reply
    }

    /// Returns a reply with overlays applied; the uppermost is first in the array.
    func laid(_ overlays: [Int], over reply: Scenario.Reply) -> Scenario.Reply {
        // The uppermost overlay is applied last, so that it overrides the others.
        overlays.reversed().reduce(reply) { playbook.endpoints[$1].overlay?.laid(over: $0) ?? $0 }
    }

    /// Returns the upload faults of an endpoint's next reply, without consuming its turn; nil without faults.
    private func ruleOnUpload(_ endpoint: Int) -> Ruling? {
        guard let index = state.pointee.nextTurn(of: endpoint, in: playbook) else { return nil }
        let reply = preparedReply(endpoint, index)
        return reply.meetsUploads ? ruleOnUpload(reply.source, Layers(endpoint: endpoint, reply: index)) : nil
    }

    func ruleOnUpload(_ reply: Scenario.Reply, _ layers: Layers) -> Ruling? {
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: true)
        let faults = zip(reply.faults, active).compactMap { $1 ? $0 : nil }
        guard !faults.isEmpty else { return nil }
        let record = JournalRecord.Decided(endpoint: Int32(truncatingIfNeeded: layers.endpoint))
        let special = Ruling.Special(uploadPace: reply.uploadPace)
        special.random = random
        special.uploadFaults = faults
        special.faultNames = faults.map(\.description).joined(separator: ", ")
        return Ruling(decision: .pending, record: record, special: special)
    }

    /// Completes the reply of a decision: templates, policies, preconditions, ranges and CORS.
    ///
    /// The caller does not hold the lock.
    func completed(_ ruling: Ruling, of ordinal: Int) -> Ruling {
        guard let special = ruling.special else { return ruling }
        if let preflight = special.preflight { return replaced(ruling, by: preflight.reply, nil, of: ordinal) }
        guard let prepared = ruling.reply else { return ruling }
        var changed: Scenario.Reply?
        if var context = special.context, let template = prepared.template {
            changed = template.render(prepared.source, &context)
        }
        if let refusal = special.refusal {
            changed = (changed ?? prepared.source).refused(by: refusal.field, refusal.tag)
        }
        // The reply of a closure is not known yet.
        if (changed ?? prepared.source).answer == nil {
            changed = concluded(changed ?? prepared.source, special.ticket, of: ordinal) ?? changed
        }
        let applied = special.terms?.applied(to: changed ?? prepared.source, now: second)
        guard let reply = applied?.reply ?? changed else { return ruling }
        return replaced(ruling, by: reply, applied?.ranges, of: ordinal)
    }

    /// Replaces the reply of a decision; a changed status is recorded before any byte is sent.
    private func replaced(
        _ ruling: Ruling,
        by reply: Scenario.Reply,
        _ ranges: ByteRanges?,
        of ordinal: Int,
    ) -> Ruling {
        var ruling = ruling
        let prepared = PreparedReply(filling: reply, encoder, ranges)
        ruling.reply = prepared
        ruling.special?.context = nil
        ruling.special?.terms = nil
        if prepared.statusOnTheWire != ruling.record.status {
            ruling.record.status = prepared.statusOnTheWire
            let record = JournalRecord.Decided(status: prepared.statusOnTheWire)
            lock.withLock { journal.decided(ordinal, record, ruling.decision) }
        }
        return ruling
    }

    /// Prepares a reply of a closure or of the server for a request with terms.
    func prepared(_ reply: Scenario.Reply, for terms: RequestTerms?) -> PreparedReply {
        guard let applied = terms?.applied(to: reply, now: second) else { return PreparedReply(reply, encoder) }
        return PreparedReply(filling: applied.reply, encoder, applied.ranges)
    }

    /// Returns the failed precondition of an unsafe request; nil if none fails. The caller holds the lock.
    ///
    /// Preconditions are evaluated against the reply to GET before the change (RFC 9110 §13.1). They hold if no
    /// endpoint replies to GET.
    ///
    /// - Parameters:
    ///   - terms: the terms of the request that the endpoint does not handle itself.
    ///   - status: the status of the reply; preconditions are ignored unless it is a success (§13.2.1).
    func refusal(
        of choice: Playbook.Choice,
        with terms: RequestTerms?,
        answered status: Int,
    ) -> Ruling.Refusal? {
        guard let conditions = terms?.preconditions, (200..<300).contains(status),
            let reader = state.pointee.chooseReader(choice, in: playbook), let index = reader.reply
        else { return nil }
        let reply = laid(Layers(endpoint: reader.endpoint, reply: index, overlays: reader.overlays))
        guard reply.source.status == 200 else { return nil }
        var headers = reply.source.headers
        if let template = reply.template {
            var context = context(reader, choice.request)
            headers = template.renderedHeaders(reply.source, &context)
        }
        guard let validators = Preconditions.Validators(headers),
            case .fails(let field) = conditions.verdict(on: validators, now: second)
        else { return nil }
        return Ruling.Refusal(field: field, tag: headers["ETag"])
    }

    /// The wall time in seconds since 1970.
    private var second: Int64 { time.wallMilliseconds / 1_000 }
}
