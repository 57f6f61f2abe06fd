import Rehearsal

/// Compares what a backend answers to one request with what was recorded of it.
package struct DriftCheck: Sendable {
    /// What was recorded, in order; what differs between repeats is no drift.
    package var recorded: [DriftAnswer]
    /// What nobody wants to hear of.
    package var ignored: DriftIgnored
    /// Members that hold one of a few words, whatever the recording shows of them.
    package var words: [DriftPlace]

    package init(_ recorded: [DriftAnswer], ignoring ignored: DriftIgnored = DriftIgnored(), words: [DriftPlace] = []) {
        (self.recorded, self.ignored, self.words) = (recorded, ignored, words)
    }

    /// What has changed.
    ///
    /// - Parameter answers: what the backend answers now to that request, once or more often: what differs between
    ///   them differs from one moment to the next.
    package func changes(in answers: [DriftAnswer]) -> [DriftChange] {
        guard let first = answers.first, !recorded.isEmpty else { return [] }
        guard let (alike, same) = alike(answers) else {
            let statuses = Set(recorded.map(\.status)).sorted().map { "\($0)" }
            return [DriftChange(.status, was: statuses.joined(separator: " or "), now: "\(first.status)")]
        }
        return mediaType(alike[0], same[0]) + HeaderDrift(alike, same, ignored).changes
            + bodies(alike, same).map(\.withoutSecrets)
    }

    /// The media type of what was recorded and is no document, so that nothing is known of a body that is another now;
    /// nil if there is no such body, or nobody wants to hear of it.
    package func uncompared(in answers: [DriftAnswer]) -> String? {
        guard let (alike, same) = alike(answers), !ignored.ignores(.root) else { return nil }
        let bodies = Set(alike.map(\.body))
        guard !bodies.contains([]), Self.shape(of: alike) == nil else { return nil }
        let isOther = same.contains { !$0.body.isEmpty && !bodies.contains($0.body) }
        return isOther ? alike.first?.mediaType ?? "no media type" : nil
    }

    /// The recorded answers and those of now that have one status; nil if none has.
    private func alike(_ answers: [DriftAnswer]) -> (recorded: [DriftAnswer], now: [DriftAnswer])? {
        // One that is as it was shows that it may still be so.
        let shown = answers.first { answer in recorded.contains { $0.status == answer.status } }
        guard let status = shown?.status else { return nil }
        return (recorded.filter { $0.status == status }, answers.filter { $0.status == status })
    }

    /// What every answer of now shows.
    private func bodies(_ recorded: [DriftAnswer], _ answers: [DriftAnswer]) -> [DriftChange] {
        let all = answers.map { body(recorded, $0) }
        return (all.first ?? []).filter { change in
            all.allSatisfy { $0.contains { $0.kind == change.kind && $0.place == change.place } }
        }
    }

    private func mediaType(_ before: DriftAnswer, _ now: DriftAnswer) -> [DriftChange] {
        guard before.mediaType != now.mediaType, !ignored.ignores(header: "Content-Type") else { return [] }
        return [DriftChange(.mediaType, was: before.mediaType, now: now.mediaType)]
    }

    private func body(_ recorded: [DriftAnswer], _ now: DriftAnswer) -> [DriftChange] {
        if ignored.ignores(.root) { return [] }
        if now.body.isEmpty { return recorded.allSatisfy { !$0.body.isEmpty } ? [DriftChange(.emptied)] : [] }
        guard let (form, before) = Self.shape(of: recorded) else { return [] }
        // One that says of itself that it is something else has been named for that, unless nobody is to hear it.
        let isNamed = now.form != form && now.mediaType != nil && !ignored.ignores(header: "Content-Type")
        var shape = BodyShape()
        // A document in JSON is one, whatever it is called; anything may be a table.
        guard form == .json || !isNamed, form.note(now.body, now.type, in: &shape) else {
            return isNamed ? [] : [DriftChange(.unreadable, was: form.rawValue)]
        }
        let words = FewWords(declared: words)
        let terms = BodyShape.Terms(ignored: ignored, words: words, isTyped: form == .json)
        let folded = NumberedNames.folding(before, shape)
        return folded.before.changes(to: folded.now, terms)
    }

    /// What the documents show that were recorded, all of one form; nil if none was.
    private static func shape(of recorded: [DriftAnswer]) -> (DocumentForm, BodyShape)? {
        // The same answer again is no further evidence.
        var seen: Set<[UInt8]> = []
        let bodies = recorded.filter { seen.insert($0.body).inserted }
        for form in DocumentForm.allCases {
            var shape = BodyShape()
            let alike = bodies.filter { $0.form == form && form.note($0.body, $0.type, in: &shape) }
            if !alike.isEmpty { return (form, shape) }
        }
        return nil
    }
}
