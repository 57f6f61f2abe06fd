import Rehearsal
import RehearsalPlatform

extension Play {
    /// The ruling with all that its reply owes to the request itself: templates that are filled in, what policies
    /// put into it, conditions, parts, leave for an origin. The lock is not held.
    func completed(_ ruling: Ruling, of ordinal: Int) -> Ruling {
        guard let special = ruling.special else { return ruling }
        if let preflight = special.preflight { return replaced(ruling, preflight.reply, nil, ordinal) }
        guard let prepared = ruling.reply else { return ruling }
        var changed: Scenario.Reply?
        if var context = special.context, let template = prepared.template {
            changed = template.render(prepared.source, &context)
        }
        if let refusal = special.refusal {
            changed = (changed ?? prepared.source).refused(by: refusal.field, refusal.tag)
        }
        // Of a closure it is not known yet.
        if (changed ?? prepared.source).answer == nil {
            changed = concluded(changed ?? prepared.source, special.ticket, of: ordinal) ?? changed
        }
        let applied = special.terms?.applied(to: changed ?? prepared.source, now: second)
        guard let reply = applied?.reply ?? changed else { return ruling }
        return replaced(ruling, reply, applied?.ranges, ordinal)
    }

    /// The ruling with another reply; if that has another status, the journal has it before a byte is sent.
    private func replaced(
        _ ruling: Ruling,
        _ reply: Scenario.Reply,
        _ ranges: ByteRanges?,
        _ ordinal: Int,
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

    /// A reply that a closure made, or the server itself, as a request with these terms gets it.
    func prepared(_ reply: Scenario.Reply, for terms: RequestTerms?) -> PreparedReply {
        guard let applied = terms?.applied(to: reply, now: second) else { return PreparedReply(reply, encoder) }
        return PreparedReply(filling: applied.reply, encoder, applied.ranges)
    }

    /// Why a change is not made; the lock is held.
    ///
    /// Its conditions are asked of what GET would be answered now, before the change (RFC 9110 §13.1); where nobody
    /// says what that is, they hold.
    ///
    /// - Parameters:
    ///   - terms: those of the request that the endpoint does not answer itself.
    ///   - status: what is answered otherwise; conditions are not asked where that is no success (§13.2.1).
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

    /// Since 1970.
    private var second: Int64 { time.wallMilliseconds / 1_000 }
}
