import Rehearsal
import RehearsalPlatform

extension ScenarioRun {
    /// Returns the decision about a request to which policies apply. The caller must hold the lock.
    ///
    /// - Parameter faultNames: the names of the faults that occurred while the body was read; nil before that.
    func decideWithPolicies(
        on candidates: CompiledScenario.CandidateSet,
        _ policies: Policies.ApplicablePolicies,
        having faultNames: String?,
        at now: Int64,
    ) -> Decision {
        let selected = state.pointee.select(candidates, in: compiled)
        if let preflight = candidates.preflight, compiled.isPreflightAnsweredByServer(to: selected) {
            return decide(on: preflight)
        }
        // A noise endpoint replies without policy checks, unless a policy answers where no endpoint matches.
        if let selected, compiled.endpoints[selected.endpoint].isNoise, !policies.hasOwnReply {
            return decide(on: selected, for: candidates, having: faultNames)
        }
        let policyTime = PolicyTime(now: time.at(now), wall: time.wallMilliseconds)
        switch state.pointee.policyState?.check(candidates.request, policies, at: policyTime) {
        case .answered(let answer)?:
            let pendingWork = state.pointee.policyState?.record(answer, at: policyTime)
            let layers = OverlaidReplyKey(endpoint: index(ofPolicy: answer.policy), reply: 0)
            var ruling = policyReplyDecision(answer.reply, layers, candidates, isFinal: answer.isVerbatim)
            store(pendingWork, in: &ruling)
            ruling.special?.policyNote = answer.note
            return ruling
        case .admitted(let effects)?:
            return decideAdmitted(on: candidates, policies, effects, having: faultNames, policyTime)
        case nil: return .unmatched
        }
    }

    /// Returns the decision about a request that the policies have admitted and not answered.
    private func decideAdmitted(
        on candidates: CompiledScenario.CandidateSet,
        _ policies: Policies.ApplicablePolicies,
        _ effects: PolicyEffects,
        having faultNames: String?,
        _ policyTime: PolicyTime,
    ) -> Decision {
        let selection = state.pointee.selectWithOverlays(candidates, in: compiled)
        var ruling: Decision
        if let chosen = selection.chosen {
            ruling = decide(on: chosen, for: candidates, having: faultNames)
            // The request is decided again after its upload faults, so the policies record nothing yet.
            if ruling.kind == .pending { return ruling }
        } else if policies.hasOwnReply {
            let own = OverlaidReplyKey(endpoint: compiled.endpoints.count, reply: 0, overlays: selection.overlays)
            let reply = overlaid(selection.overlays, over: Scenario.Reply())
            if faultNames == nil, let ruling = uploadDecision(reply, own) { return ruling }
            guard let answer = state.pointee.policyState?.answer(candidates.request, policies, at: policyTime) else {
                return .unmatched
            }
            let layers = OverlaidReplyKey(
                endpoint: index(ofPolicy: answer.policy),
                reply: 0,
                overlays: selection.overlays
            )
            ruling = policyReplyDecision(
                overlaid(selection.overlays, over: answer.reply),
                layers,
                candidates,
                having: faultNames
            )
            ruling.special?.policyNote = answer.note
        } else {
            ruling = .unmatched
        }
        let isAnswered = ruling.kind == .reply
        let pendingWork = state.pointee.policyState?.record(
            isAnswered ? effects : effects.usageOnly,
            at: policyTime
        )
        if isAnswered { store(pendingWork, in: &ruling) }
        return ruling
    }

    /// Returns the index of a policy in the journal. The indices of policies follow those of endpoints.
    private func index(ofPolicy policy: Int) -> Int { compiled.endpoints.count + policy }

    /// Returns the decision to send the reply of a policy, with the faults that occur for this request.
    ///
    /// - Parameter isFinal: whether the reply is sent as it is, without rendering templates.
    private func policyReplyDecision(
        _ reply: Scenario.Reply,
        _ layers: OverlaidReplyKey,
        _ candidates: CompiledScenario.CandidateSet,
        isFinal: Bool = false,
        having faultNames: String? = nil,
    ) -> Decision {
        var reply = reply
        let special = Decision.RareParts(uploadPace: reply.uploadPace)
        let (active, random) = drawOccurrences(of: reply.faults, layers, atUpload: false)
        special.random = random
        special.modifiers = candidates.modifiers
        reply.faults = reply.faults.occurring(active)
        let prepared = isFinal ? PreparedReply(filling: reply, encoder, nil) : PreparedReply(reply, encoder)
        if prepared.template != nil {
            special.context = context(layers.endpoint, turn: drawCount(layers) - 1, [], candidates.request)
        }
        special.faultNames = Self.joined(faultNames, prepared.faultNames)
        let record = JournalRecord.Decided(
            endpoint: Int32(truncatingIfNeeded: layers.endpoint),
            status: prepared.sentStatus
        )
        return Decision(decision: .reply, record: record, reply: prepared, special: special)
    }

    /// Stores the pending work of the policies in a decision, for ``applyingPolicies(_:_:of:)``.
    private func store(_ pendingWork: PendingPolicyWork?, in decision: inout Decision) {
        guard let pendingWork, !pendingWork.isEmpty, let reply = decision.reply else { return }
        let special = decision.special ?? Decision.RareParts(uploadPace: reply.source.uploadPace)
        special.pendingPolicyWork = pendingWork
        decision.special = special
    }

    /// Returns the reply with the changes of the policies; nil if they change nothing.
    ///
    /// It is called once for each reply to which policies apply, before conditions and ranges are evaluated. The caller
    /// must not hold the lock.
    func applyingPolicies(
        _ reply: Scenario.Reply,
        _ pendingWork: PendingPolicyWork?,
        of ordinal: Int,
    ) -> Scenario.Reply? {
        guard let pendingWork else { return nil }
        let policyTime = PolicyTime(now: time.now, wall: time.wallMilliseconds)
        return lock.withLock {
            let concluded = latest.state.pointee.policyState?.finish(reply, pendingWork, at: policyTime)
            if let note = concluded?.note { journal.note(ordinal, .policy, note) }
            return concluded?.reply
        }
    }
}
