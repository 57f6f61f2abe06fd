import Rehearsal

extension Play {
    /// Which endpoint a request is for; `body` is nil while it has not been read.
    ///
    /// What is looked at stays where it is: a copy of a playbook would retain all that is in it, for every request.
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

    /// What a request gets; the lock is held.
    ///
    /// - Parameter met: the faults that reading its body has met, as the journal names them.
    @inline(__always)
    func rule(on match: Playbook.Match, having met: String?, at now: Int64) -> Ruling {
        switch match {
        case .needsBody: return Ruling(decision: .pending)
        case .none: return Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
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
        guard let chosen = found else {
            return Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
        }
        return rule(on: chosen, for: choice, having: met)
    }

    /// What an endpoint answers that was chosen.
    func rule(on found: PlayState.Chosen, for choice: Playbook.Choice, having met: String?) -> Ruling {
        var chosen = found
        guard let index = chosen.reply else {
            state.pointee.take(chosen, for: choice.request, in: playbook) { context(chosen, choice.request) }
            return exhausted(chosen.endpoint)
        }
        let layers = Layers(endpoint: chosen.endpoint, reply: index, overlays: chosen.overlays)
        let reply = laid(layers)
        if met == nil, reply.meetsUploads, let ruling = ruleOnUpload(reply, layers) { return ruling }
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
        // The journal knows by itself what always goes wrong with a reply, and nothing of what lies over it.
        if !layers.overlays.isEmpty, ruling.special?.faultNames == nil, let names = reply.faultNames {
            ruling.special?.faultNames = [met, names].compactMap(\.self).joined(separator: ", ")
        }
        if reply.template != nil { ruling.special?.context = context(chosen, choice.request) }
        return ruling
    }

    /// What templates ask of a request, as things are now.
    func context(_ chosen: PlayState.Chosen, _ request: ObservedRequest) -> Template.Context {
        let segments = playbook.endpoints[chosen.endpoint].segments
        return context(chosen.endpoint, turn: chosen.turn, key: chosen.keyID, segments, request)
    }

    /// - Parameter endpoint: the endpoint or the policy that answers.
    func context(
        _ endpoint: Int,
        turn: Int,
        key: UInt64 = 0,
        _ segments: [Scenario.PathPattern.Segment],
        _ request: ObservedRequest,
    ) -> Template.Context {
        // Beside the draws of delays and faults, which templates must not move.
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

    /// The reply with what lies over it.
    func laid(_ layers: Layers) -> PreparedReply {
        if layers.overlays.isEmpty { return preparedReply(layers.endpoint, layers.reply) }
        if let reply = draws.laid[layers] { return reply }
        let own = playbook.endpoints[layers.endpoint].replies[layers.reply]
        let reply = PreparedReply(laid(layers.overlays, over: own), encoder)
        draws.laid[layers] = reply
        return reply
    }

    /// A reply with what lies over it, the uppermost first.
    func laid(_ overlays: [Int], over reply: Scenario.Reply) -> Scenario.Reply {
        // The uppermost comes last, so that it has the last word.
        overlays.reversed().reduce(reply) { playbook.endpoints[$1].overlay?.laid(over: $0) ?? $0 }
    }

    /// What happens while the body of a request is read, before a turn is taken; nil if nothing does.
    private func ruleOnUpload(_ endpoint: Int) -> Ruling? {
        guard let index = state.pointee.nextTurn(of: endpoint, in: playbook) else { return nil }
        let reply = preparedReply(endpoint, index)
        return reply.meetsUploads ? ruleOnUpload(reply, Layers(endpoint: endpoint, reply: index)) : nil
    }

    private func ruleOnUpload(_ reply: PreparedReply, _ layers: Layers) -> Ruling? {
        ruleOnUpload(reply.source, layers)
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
}
