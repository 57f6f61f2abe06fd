import Rehearsal
import RehearsalPlatform

extension Play {
    /// Returns the decision about a request to which policies apply. The caller holds the lock.
    ///
    /// - Parameter met: the names of the faults that occurred while the body was read; nil before that.
    func rule(
        on choice: Playbook.Choice,
        _ coverage: Policies.Coverage,
        having met: String?,
        at now: Int64,
    ) -> Ruling {
        let found = state.pointee.choose(choice, in: playbook)
        if let preflight = choice.preflight, playbook.isLeft(to: found) { return rule(on: preflight) }
        // A noise endpoint replies without policy checks, unless a policy answers where no endpoint matches.
        if let found, playbook.endpoints[found.endpoint].isNoise, !coverage.answers {
            return rule(on: found, for: choice, having: met)
        }
        let moment = Moment(now: time.at(now), wall: time.wallMilliseconds)
        switch state.pointee.books?.screen(choice.request, coverage, at: moment) {
        case .answered(let answer)?:
            let ticket = state.pointee.books?.admit(answer, at: moment)
            let layers = Layers(endpoint: index(ofPolicy: answer.policy), reply: 0)
            var ruling = self.ruling(answer.reply, layers, choice, isFinal: answer.isFinal)
            keep(ticket, for: &ruling)
            ruling.special?.policyNote = answer.note
            return ruling
        case .passed(let pass)?: return rule(on: choice, coverage, pass, having: met, moment)
        case nil: return .unmatched
        }
    }

    /// Returns the decision about a request that the policies have checked and not answered.
    private func rule(
        on choice: Playbook.Choice,
        _ coverage: Policies.Coverage,
        _ pass: PolicyPass,
        having met: String?,
        _ moment: Moment,
    ) -> Ruling {
        let survey = state.pointee.survey(choice, in: playbook)
        var ruling: Ruling
        if let chosen = survey.chosen {
            ruling = rule(on: chosen, for: choice, having: met)
            // An upload fault occurs first and the request is decided again, so the policies record nothing yet.
            if ruling.decision == .pending { return ruling }
        } else if coverage.answers {
            let own = Layers(endpoint: playbook.endpoints.count, reply: 0, overlays: survey.overlays)
            let overlaid = laid(survey.overlays, over: Scenario.Reply())
            if met == nil, let ruling = ruleOnUpload(overlaid, own) { return ruling }
            guard let answer = state.pointee.books?.answer(choice.request, coverage, at: moment) else {
                return .unmatched
            }
            let layers = Layers(endpoint: index(ofPolicy: answer.policy), reply: 0, overlays: survey.overlays)
            ruling = self.ruling(laid(survey.overlays, over: answer.reply), layers, choice, having: met)
        } else {
            ruling = .unmatched
        }
        let isAnswered = ruling.decision == .reply
        let ticket = state.pointee.books?.admit(isAnswered ? pass : pass.unanswered, at: moment)
        if isAnswered { keep(ticket, for: &ruling) }
        return ruling
    }

    /// Returns the index by which the journal names a policy. The indices of policies follow those of endpoints.
    private func index(ofPolicy policy: Int) -> Int { playbook.endpoints.count + policy }

    /// Returns the decision to send the reply of a policy, with those of its faults that occur this time.
    ///
    /// - Parameter isFinal: whether the templates in the reply have been rendered.
    private func ruling(
        _ reply: Scenario.Reply,
        _ layers: Layers,
        _ choice: Playbook.Choice,
        isFinal: Bool = false,
        having met: String? = nil,
    ) -> Ruling {
        var reply = reply
        let special = Ruling.Special(uploadPace: reply.uploadPace)
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: false)
        special.random = random
        special.terms = choice.terms
        reply.faults = reply.faults.happening(active)
        let prepared = isFinal ? PreparedReply(filling: reply, encoder, nil) : PreparedReply(reply, encoder)
        if prepared.template != nil {
            special.context = context(layers.endpoint, turn: given(layers) - 1, [], choice.request)
        }
        special.faultNames = Self.joined(met, prepared.faultNames)
        let record = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: layers.endpoint),
            status: prepared.statusOnTheWire
        )
        return Ruling(decision: .reply, record: record, reply: prepared, special: special)
    }

    /// Stores the ticket in a decision, so that ``concluded(_:_:of:)`` can finish the work of the policies.
    private func keep(_ ticket: PolicyTicket?, for ruling: inout Ruling) {
        guard let ticket, !ticket.isIdle, let reply = ruling.reply else { return }
        let special = ruling.special ?? Ruling.Special(uploadPace: reply.source.uploadPace)
        special.ticket = ticket
        ruling.special = special
    }

    /// Returns the reply with the changes of the policies; nil if they change nothing. The caller does not hold the
    /// lock.
    ///
    /// It is called once for each reply to which policies apply, before preconditions and ranges are evaluated.
    func concluded(_ reply: Scenario.Reply, _ ticket: PolicyTicket?, of ordinal: Int) -> Scenario.Reply? {
        guard let ticket else { return nil }
        let moment = Moment(now: time.now, wall: time.wallMilliseconds)
        return lock.withLock {
            let concluded = state.pointee.books?.conclude(reply, ticket, at: moment)
            if let note = concluded?.note { journal.note(ordinal, .policy, note) }
            return concluded?.reply
        }
    }
}
