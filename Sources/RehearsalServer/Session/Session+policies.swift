import Rehearsal

extension Session {
    /// What a request gets that policies have to do with; the lock is held.
    func rule(
        on choice: Playbook.Choice,
        _ coverage: Policies.Coverage,
        having met: String?,
        at now: Int64,
    ) -> Ruling {
        let moment = Moment(now: now, wall: SystemClock.wallSeconds() * 1_000)
        switch state.pointee.books?.screen(choice.request, coverage, at: moment) {
        case .answered(let answer)?:
            let ticket = state.pointee.books?.admit(answer, at: moment)
            var ruling = self.ruling(answer.reply, Layers(endpoint: index(ofPolicy: answer.policy), reply: 0))
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
            ruling = self.ruling(laid(survey.overlays, over: answer.reply), layers, having: met)
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
    private func ruling(_ reply: Scenario.Reply, _ layers: Layers, having met: String? = nil) -> Ruling {
        var reply = reply
        let special = Ruling.Special(uploadPace: reply.uploadPace)
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: false)
        special.random = random
        reply.faults = zip(reply.faults, active).compactMap { fault, isActive in
            isActive ? Fault(fault.effect, at: fault.stage) : nil
        }
        let prepared = PreparedReply(reply, encoder)
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
        guard reply.answer == nil else { return }
        let known = known(reply, ticket, at: now)
        ruling.reply = known.reply
        special.policyNote = known.note
    }

    /// The final reply to a request is known, after everything that changes it but what policies do with it.
    ///
    /// Every reply of an exchange that policies have to do with comes through here once; the lock is held.
    func known(_ reply: PreparedReply, _ ticket: PolicyTicket?, at now: Int64) -> (reply: PreparedReply, note: String?)
    {
        guard let ticket else { return (reply, nil) }
        let moment = Moment(now: now, wall: SystemClock.wallSeconds() * 1_000)
        let concluded = state.pointee.books?.conclude(reply.source, ticket, at: moment)
        return (concluded?.reply.map { PreparedReply($0, encoder) } ?? reply, concluded?.note)
    }
}
