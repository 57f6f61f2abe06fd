import Rehearsal
import RehearsalPlatform

extension ScenarioRun {
    /// Returns the decision about a request to which policies apply. The caller must hold the lock.
    ///
    /// - Parameter faultNames: the names of the faults that occurred while the body was read; nil before that.
    func rule(
        on choice: CompiledScenario.CandidateSet,
        _ policies: Policies.ApplicablePolicies,
        having faultNames: String?,
        at now: Int64,
    ) -> Decision {
        let found = state.pointee.select(choice, in: compiled)
        if let preflight = choice.preflight, compiled.isPreflightAnsweredByServer(to: found) {
            return decide(on: preflight)
        }
        // A noise endpoint replies without policy checks, unless a policy answers where no endpoint matches.
        if let found, compiled.endpoints[found.endpoint].isNoise, !policies.hasOwnReply {
            return decide(on: found, for: choice, having: faultNames)
        }
        let moment = PolicyTime(now: time.at(now), wall: time.wallMilliseconds)
        switch state.pointee.policyState?.check(choice.request, policies, at: moment) {
        case .answered(let answer)?:
            let ticket = state.pointee.policyState?.record(answer, at: moment)
            let layers = OverlaidReplyKey(endpoint: index(ofPolicy: answer.policy), reply: 0)
            var ruling = self.ruling(answer.reply, layers, choice, isFinal: answer.isVerbatim)
            keep(ticket, for: &ruling)
            ruling.special?.policyNote = answer.note
            return ruling
        case .admitted(let pass)?: return rule(on: choice, policies, pass, having: faultNames, moment)
        case nil: return .unmatched
        }
    }

    /// Returns the decision about a request that the policies have admitted and not answered.
    private func rule(
        on choice: CompiledScenario.CandidateSet,
        _ policies: Policies.ApplicablePolicies,
        _ pass: PolicyEffects,
        having faultNames: String?,
        _ moment: PolicyTime,
    ) -> Decision {
        let selection = state.pointee.selectWithOverlays(choice, in: compiled)
        var ruling: Decision
        if let chosen = selection.chosen {
            ruling = decide(on: chosen, for: choice, having: faultNames)
            // The request is decided again after its upload faults, so the policies record nothing yet.
            if ruling.decision == .pending { return ruling }
        } else if policies.hasOwnReply {
            let own = OverlaidReplyKey(endpoint: compiled.endpoints.count, reply: 0, overlays: selection.overlays)
            let reply = overlaid(selection.overlays, over: Scenario.Reply())
            if faultNames == nil, let ruling = uploadDecision(reply, own) { return ruling }
            guard let answer = state.pointee.policyState?.answer(choice.request, policies, at: moment) else {
                return .unmatched
            }
            let layers = OverlaidReplyKey(
                endpoint: index(ofPolicy: answer.policy),
                reply: 0,
                overlays: selection.overlays
            )
            ruling = self.ruling(overlaid(selection.overlays, over: answer.reply), layers, choice, having: faultNames)
        } else {
            ruling = .unmatched
        }
        let isAnswered = ruling.decision == .reply
        let ticket = state.pointee.policyState?.record(isAnswered ? pass : pass.withoutGrants, at: moment)
        if isAnswered { keep(ticket, for: &ruling) }
        return ruling
    }

    /// Returns the index of a policy in the journal. The indices of policies follow those of endpoints.
    private func index(ofPolicy policy: Int) -> Int { compiled.endpoints.count + policy }

    /// Returns the decision to send the reply of a policy, with the faults that occur for this request.
    ///
    /// - Parameter isFinal: whether the reply is sent as it is, without rendering templates.
    private func ruling(
        _ reply: Scenario.Reply,
        _ layers: OverlaidReplyKey,
        _ choice: CompiledScenario.CandidateSet,
        isFinal: Bool = false,
        having faultNames: String? = nil,
    ) -> Decision {
        var reply = reply
        let special = Decision.RareParts(uploadPace: reply.uploadPace)
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: false)
        special.random = random
        special.terms = choice.terms
        reply.faults = reply.faults.occurring(active)
        let prepared = isFinal ? PreparedReply(filling: reply, encoder, nil) : PreparedReply(reply, encoder)
        if prepared.template != nil {
            special.context = context(layers.endpoint, turn: drawCount(layers) - 1, [], choice.request)
        }
        special.faultNames = Self.joined(faultNames, prepared.faultNames)
        let record = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: layers.endpoint),
            status: prepared.sentStatus
        )
        return Decision(decision: .reply, record: record, reply: prepared, special: special)
    }

    /// Stores the pending work of the policies in a decision, for ``applyingPolicies(_:_:of:)``.
    private func keep(_ ticket: PendingPolicyWork?, for ruling: inout Decision) {
        guard let ticket, !ticket.isEmpty, let reply = ruling.reply else { return }
        let special = ruling.special ?? Decision.RareParts(uploadPace: reply.source.uploadPace)
        special.ticket = ticket
        ruling.special = special
    }

    /// Returns the reply with the changes of the policies; nil if they change nothing.
    ///
    /// It is called once for each reply to which policies apply, before conditions and ranges are evaluated. The caller
    /// must not hold the lock.
    func applyingPolicies(_ reply: Scenario.Reply, _ ticket: PendingPolicyWork?, of ordinal: Int) -> Scenario.Reply? {
        guard let ticket else { return nil }
        let moment = PolicyTime(now: time.now, wall: time.wallMilliseconds)
        return lock.withLock {
            let concluded = state.pointee.policyState?.finish(reply, ticket, at: moment)
            if let note = concluded?.note { journal.note(ordinal, .policy, note) }
            return concluded?.reply
        }
    }
}
