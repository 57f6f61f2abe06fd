import Rehearsal

extension Session {
    /// What a request gets that policies have to do with; the lock is held.
    func rule(
        on choice: Playbook.Choice,
        _ coverage: Policies.Coverage,
        having met: String?,
        at now: Int64,
    ) -> Ruling {
        let moment = Moment(now: now, wall: SystemClock.wallMilliseconds())
        switch state.pointee.books?.screen(choice.request, coverage, at: moment) {
        case .answered(let answer)?:
            let ticket = state.pointee.books?.admit(answer, at: moment)
            let layers = Layers(endpoint: index(ofPolicy: answer.policy), reply: 0)
            var ruling = self.ruling(answer.reply, layers, choice.request, isFinal: answer.isFinal)
            settle(&ruling, ticket, at: now)
            ruling.special?.policyNote = answer.note
            return ruling
        case .passed(let pass)?: return rule(on: choice, coverage, pass, having: met, moment)
        case nil: return Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
        }
    }

    /// What a request gets that policies let pass.
    private func rule(
        on choice: Playbook.Choice,
        _ coverage: Policies.Coverage,
        _ pass: PolicyPass,
        having met: String?,
        _ moment: Moment,
    ) -> Ruling {
        let survey = state.pointee.choose(choice, in: playbook)
        var ruling: Ruling
        if let chosen = survey.chosen {
            ruling = rule(on: chosen, for: choice, having: met)
            // A fault comes before the decision, and nothing is entered.
            if ruling.decision == .pending { return ruling }
        } else if coverage.answers {
            let own = Layers(endpoint: playbook.endpoints.count, reply: 0, overlays: survey.overlays)
            let overlaid = laid(survey.overlays, over: Scenario.Reply())
            if met == nil, let ruling = ruleOnUpload(overlaid, own) { return ruling }
            guard let answer = state.pointee.books?.answer(choice.request, coverage, at: moment) else {
                return Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
            }
            let layers = Layers(endpoint: index(ofPolicy: answer.policy), reply: 0, overlays: survey.overlays)
            ruling = self.ruling(laid(survey.overlays, over: answer.reply), layers, choice.request, having: met)
        } else {
            ruling = Ruling(decision: .unmatched, record: JournalRecord.Decided(status: 501))
        }
        let isAnswered = ruling.decision == .reply
        let ticket = state.pointee.books?.admit(isAnswered ? pass : pass.unanswered, at: moment)
        if isAnswered { settle(&ruling, ticket, at: moment.now) }
        return ruling
    }

    /// Policies stand behind all endpoints.
    private func index(ofPolicy policy: Int) -> Int { playbook.endpoints.count + policy }

    /// A reply that no endpoint gives, with those of its faults that happen this time.
    ///
    /// - Parameter isFinal: whether it has been filled in already.
    private func ruling(
        _ reply: Scenario.Reply,
        _ layers: Layers,
        _ request: ObservedRequest,
        isFinal: Bool = false,
        having met: String? = nil,
    ) -> Ruling {
        var reply = reply
        let special = Ruling.Special(uploadPace: reply.uploadPace)
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: false)
        special.random = random
        reply.faults = zip(reply.faults, active).compactMap { fault, isActive in
            isActive ? Fault(fault.effect, at: fault.stage) : nil
        }
        let prepared = isFinal ? PreparedReply(filling: reply, encoder) : PreparedReply(reply, encoder)
        if prepared.template != nil {
            special.context = context(layers.endpoint, turn: given(layers) - 1, [], request)
        }
        let names = [met, prepared.faultNames].compactMap(\.self)
        if !names.isEmpty { special.faultNames = names.joined(separator: ", ") }
        let record = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: layers.endpoint),
            status: prepared.statusOnTheWire
        )
        return Ruling(decision: .reply, record: record, reply: prepared, special: special)
    }

    /// Has policies do what they do with a reply, or remembers that for when it is known.
    private func settle(_ ruling: inout Ruling, _ ticket: PolicyTicket?, at now: Int64) {
        guard let ticket, !ticket.isIdle, let reply = ruling.reply else { return }
        let special = ruling.special ?? Ruling.Special(uploadPace: reply.source.uploadPace)
        ruling.special = special
        special.ticket = ticket
        guard reply.answer == nil, reply.template == nil else { return }
        let (final, note) = conclude(reply, ticket, at: now)
        ruling.reply = final
        special.policyNote = note
    }

    /// The final reply to a request that was decided about before is known; the lock is held.
    func known(_ reply: PreparedReply, _ ticket: PolicyTicket?, of ordinal: Int, at now: Int64) -> PreparedReply {
        guard let ticket else { return reply }
        let (final, note) = conclude(reply, ticket, at: now)
        if let note { journal.note(ordinal, .policy, note) }
        return final
    }

    /// Has policies do what they do with a final reply, after everything else that changes it.
    ///
    /// Every reply of an exchange that policies have to do with comes through here once; the lock is held.
    private func conclude(
        _ reply: PreparedReply,
        _ ticket: PolicyTicket,
        at now: Int64,
    ) -> (reply: PreparedReply, note: String?) {
        let moment = Moment(now: now, wall: SystemClock.wallMilliseconds())
        let concluded = state.pointee.books?.conclude(reply.source, ticket, at: moment)
        return (concluded?.reply.map { PreparedReply(filling: $0, encoder) } ?? reply, concluded?.note)
    }
}
