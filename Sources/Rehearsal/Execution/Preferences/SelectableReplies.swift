/// The replies of an endpoint that a request can select by its header fields.
package struct SelectableReplies: Sendable {
    /// A reply by its index among all replies of the endpoint.
    private struct Option: Sendable {
        var index: Int
        var statuses: ClosedRange<Int>
        var example: String?
        var mediaType: String
        var isDynamic: Bool
    }

    private var options: [Option] = []
    /// The fields that can select another reply than the next one of the sequence.
    package private(set) var selectors: ReplySelectors = []

    /// A reply that a request has selected.
    package struct Selection: Sendable {
        package let index: Int
        /// The preferences that were applied; nil if only the media type was.
        package let applied: ReplyPreference?
    }

    init(_ endpoint: Scenario.Endpoint) {
        guard !endpoint.named.isEmpty else { return }
        for (index, reply) in endpoint.replies.enumerated() {
            options.append(
                Option(
                    index: index,
                    statuses: reply.status...reply.status,
                    mediaType: reply.mediaType,
                    isDynamic: false
                )
            )
        }
        for (offset, named) in endpoint.named.enumerated() {
            options.append(
                Option(
                    index: endpoint.replies.count + offset,
                    statuses: named.statuses ?? named.reply.status...named.reply.status,
                    example: named.example ?? named.name,
                    mediaType: named.reply.mediaType,
                    isDynamic: named.isDynamic
                )
            )
        }
        selectors = .preferences
        let isVaried = options.contains { option in
            !option.isDynamic && options.contains { $0.statuses == option.statuses && $0.mediaType != option.mediaType }
        }
        if isVaried { selectors.insert(.mediaTypes) }
    }

    /// Returns the reply that a request selects; nil for the next reply of the sequence.
    ///
    /// - Parameter next: the index of the next reply; nil if the sequence is exhausted.
    func selection(by preference: ReplyPreference, insteadOf next: Int?) -> Selection? {
        if preference.isDynamic, let dynamic = options.first(where: \.isDynamic) {
            var applied = preference
            if let code = preference.code, !options.contains(where: { $0.statuses.contains(code) && !$0.isDynamic }) {
                applied.code = nil
            }
            applied.example = nil
            return Selection(index: dynamic.index, applied: applied)
        }
        let options = options.filter { !$0.isDynamic }
        guard preference.code != nil || preference.example != nil else {
            guard let next, let current = options.first(where: { $0.index == next }) else { return nil }
            let others = options.filter { $0.statuses == current.statuses && $0.index != next }
            guard let best = Self.best(of: [current] + others, preference), best != next else { return nil }
            return Selection(index: best, applied: nil)
        }
        var suitable = options
        if let code = preference.code {
            let exact = suitable.filter { $0.statuses == code...code }
            let range = suitable.filter { $0.statuses.contains(code) }.min { $0.statuses.count < $1.statuses.count }
            suitable = exact.isEmpty ? suitable.filter { $0.statuses == range?.statuses } : exact
        }
        if let example = preference.example { suitable.removeAll { $0.example != example } }
        return Self.best(of: suitable, preference).map { Selection(index: $0, applied: preference) }
    }

    /// Returns the index of the reply whose type the request prefers; the first one if it accepts none.
    private static func best(of options: [Option], _ preference: ReplyPreference) -> Int? {
        var best: (index: Int, weight: Int)?
        for option in options {
            let weight = option.mediaType.isEmpty ? 1 : preference.accepted.weight(of: option.mediaType)
            if weight > best?.weight ?? -1 { best = (option.index, weight) }
        }
        return best?.index
    }
}

extension Scenario.Reply {
    /// The media type of the content; empty for none.
    fileprivate var mediaType: String {
        if let type = headers["Content-Type"] { return type.lowercased() }
        return switch body {
        case .json: "application/json"
        case .problem: "application/problem+json"
        case .text: "text/plain"
        case .bytes(_, let type): type?.lowercased() ?? ""
        case .events: "text/event-stream"
        case .none, .raw: ""
        }
    }
}

extension CompiledEndpoint {
    /// Returns the reply that a request selects by its header fields; nil for the next reply of the sequence.
    func selection(by request: ObservedRequest, insteadOf next: Int?) -> SelectableReplies.Selection? {
        guard !selectable.selectors.isEmpty else { return nil }
        let preference = ReplyPreference { name in
            request.header(name).map { String(decoding: $0, as: UTF8.self) }
        }
        return selectable.selection(by: preference, insteadOf: next)
    }
}
