import Rehearsal

/// Compares what a backend answers to one request with what was recorded of it.
package struct DriftCheck: Sendable {
    /// What was recorded, in order; what differs between repeats is no drift.
    package var recorded: [DriftAnswer]
    /// What nobody wants to hear of.
    package var ignored: DriftIgnored

    package init(_ recorded: [DriftAnswer], ignoring ignored: DriftIgnored = DriftIgnored()) {
        (self.recorded, self.ignored) = (recorded, ignored)
    }

    /// What has changed.
    ///
    /// - Parameter answers: what the backend answers now to that request, once or more often: what differs between
    ///   them differs from one moment to the next.
    package func changes(in answers: [DriftAnswer]) -> [DriftChange] {
        guard let now = answers.first, !recorded.isEmpty else { return [] }
        let alike = recorded.filter { $0.status == now.status }
        guard let before = alike.first else {
            let statuses = Set(recorded.map(\.status)).sorted().map { "\($0)" }
            return [DriftChange(.status, was: statuses.joined(separator: " or "), now: "\(now.status)")]
        }
        return mediaType(before, now) + HeaderDrift(alike, answers, ignored).changes + body(alike, now)
    }

    private func mediaType(_ before: DriftAnswer, _ now: DriftAnswer) -> [DriftChange] {
        guard before.mediaType != now.mediaType, !ignored.ignores(header: "Content-Type") else { return [] }
        return [DriftChange(.mediaType, was: before.mediaType, now: now.mediaType)]
    }

    private func body(_ recorded: [DriftAnswer], _ now: DriftAnswer) -> [DriftChange] {
        let before = recorded.compactMap(\.document)
        guard !before.isEmpty else { return [] }
        guard let document = now.document else {
            // One that says of itself that it is something else has been named for that.
            return now.isJSON || now.body.isEmpty ? [DriftChange(.unreadable)] : []
        }
        return BodyShape(before).changes(to: BodyShape([document])) { ignored.ignores(place: $0) }
    }
}
