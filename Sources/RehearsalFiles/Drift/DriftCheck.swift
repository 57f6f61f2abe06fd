import Rehearsal

/// Compares what a backend answers to one request with what was recorded of it.
package struct DriftCheck: Sendable {
    /// What was recorded, in order; what differs between repeats is no drift.
    package var recorded: [DriftAnswer]
    /// What nobody wants to hear of.
    package var ignored: DriftIgnored
    /// Members that hold one of a few words, whatever the recording shows of them.
    package var words: [DriftPlace]

    package init(
        _ recorded: [DriftAnswer],
        ignoring ignored: DriftIgnored = DriftIgnored(),
        words: [DriftPlace] = []
    ) {
        (self.recorded, self.ignored, self.words) = (recorded, ignored, words)
    }

    /// What has changed.
    ///
    /// - Parameter answers: what the backend answers now to that request, once or more often: what differs between
    ///   them differs from one moment to the next.
    package func changes(in answers: [DriftAnswer]) -> [DriftChange] {
        guard let first = answers.first, !recorded.isEmpty else { return [] }
        // One that is as it was shows that it may still be so.
        let now = answers.first { answer in recorded.contains { $0.status == answer.status } } ?? first
        let alike = recorded.filter { $0.status == now.status }
        guard let before = alike.first else {
            let statuses = Set(recorded.map(\.status)).sorted().map { "\($0)" }
            return [DriftChange(.status, was: statuses.joined(separator: " or "), now: "\(now.status)")]
        }
        let same = answers.filter { $0.status == now.status }
        return mediaType(before, now) + HeaderDrift(alike, same, ignored).changes
            + bodies(alike, same).map(\.withoutSecrets)
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
        // The same answer again is no further evidence.
        var seen: Set<[UInt8]> = []
        let before = recorded.filter { seen.insert($0.body).inserted }.compactMap(\.document)
        guard !before.isEmpty else { return [] }
        guard let document = try? JSON(parsing: now.body) else {
            // One that says of itself that it is something else has been named for that, unless nobody is to hear it.
            let isNamed = !now.isJSON && !ignored.ignores(header: "Content-Type")
            return isNamed ? [] : [DriftChange(.unreadable)]
        }
        let terms = BodyShape.Terms(ignored: ignored, words: FewWords(declared: words))
        return BodyShape(before).changes(to: BodyShape([document]), terms)
    }
}
