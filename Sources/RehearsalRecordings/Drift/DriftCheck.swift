package import Rehearsal
package import RehearsalDocuments
package import RehearsalHTTP
import RehearsalRedaction

/// A comparison of the responses of a backend to one request with the recorded responses.
package struct DriftCheck: Sendable {
    /// The recorded responses in order. Differences among them are not drift.
    package var recorded: [ComparedResponse]
    /// The headers and paths excluded from the comparison.
    package var exclusions: DriftExclusions
    /// The paths of members that the user declares as enumerations.
    package var enumPaths: [DocumentPath]

    package init(
        _ recorded: [ComparedResponse],
        ignoring ignored: DriftExclusions = DriftExclusions(),
        words: [DocumentPath] = []
    ) {
        (self.recorded, self.exclusions, self.enumPaths) = (recorded, ignored, words)
    }

    /// Returns the differences between the recorded responses and the current ones.
    ///
    /// - Parameter responses: One or more current responses to the request. A value that differs among them is volatile
    ///   and not reported.
    package func changes(in responses: [ComparedResponse]) -> [DriftChange] {
        guard let first = responses.first, !recorded.isEmpty else { return [] }
        guard let (matching, current) = responsesWithSameStatus(responses) else {
            let statuses = Set(recorded.map(\.status)).sorted().map { "\($0)" }
            return [DriftChange(.status, recorded: statuses.joined(separator: " or "), current: "\(first.status)")]
        }
        return mediaType(matching[0], current[0]) + HeaderComparison(matching, current, exclusions).changes
            + bodies(matching, current).map(\.withoutSecrets)
    }

    /// Returns the media type of a recorded body that changed but has no comparable format.
    ///
    /// Returns nil without such a body, or if bodies are excluded.
    package func uncomparedMediaType(in responses: [ComparedResponse]) -> String? {
        guard let (matching, current) = responsesWithSameStatus(responses), !exclusions.ignores(.root) else {
            return nil
        }
        let bodies = Set(matching.map(\.body))
        guard !bodies.contains([]), Self.shape(of: matching) == nil else { return nil }
        let isOther = current.contains { !$0.body.isEmpty && !bodies.contains($0.body) }
        return isOther ? matching.first?.mediaType ?? "no media type" : nil
    }

    /// Returns the recorded and the current responses of one status; nil if they have no status in common.
    private func responsesWithSameStatus(_ responses: [ComparedResponse]) -> (
        recorded: [ComparedResponse], now: [ComparedResponse]
    )? {
        // One current response with a recorded status shows that the backend can still send it.
        let knownResponse = responses.first { answer in recorded.contains { $0.status == answer.status } }
        guard let status = knownResponse?.status else { return nil }
        return (recorded.filter { $0.status == status }, responses.filter { $0.status == status })
    }

    /// Returns the differences that every current response has.
    private func bodies(_ recorded: [ComparedResponse], _ responses: [ComparedResponse]) -> [DriftChange] {
        guard let first = responses.first else { return [] }
        let others = responses.dropFirst().map { Set(body(recorded, $0).map(PlacedKind.init)) }
        return body(recorded, first).filter { change in others.allSatisfy { $0.contains(PlacedKind(change)) } }
    }

    /// The properties by which changes of two responses are the same.
    private struct PlacedKind: Hashable {
        let kind: DriftChange.Kind
        let path: String

        init(_ change: DriftChange) { (kind, path) = (change.kind, change.path) }
    }

    private func mediaType(_ before: ComparedResponse, _ now: ComparedResponse) -> [DriftChange] {
        guard before.mediaType != now.mediaType, !exclusions.ignores(header: "Content-Type") else { return [] }
        return [DriftChange(.mediaType, recorded: before.mediaType, current: now.mediaType)]
    }

    private func body(_ recorded: [ComparedResponse], _ now: ComparedResponse) -> [DriftChange] {
        if exclusions.ignores(.root) { return [] }
        if now.body.isEmpty { return recorded.allSatisfy { !$0.body.isEmpty } ? [DriftChange(.emptied)] : [] }
        guard let (form, before) = Self.shape(of: recorded) else { return [] }
        // A change of the media type is already reported as a change of the header.
        let isReported = now.format != form && now.mediaType != nil && !exclusions.ignores(header: "Content-Type")
        var shape = BodyShape()
        // A JSON body is recognized without its media type. CSV needs the media type, because any text parses as CSV.
        guard form == .json || !isReported, form.add(now.body, now.type, in: &shape) else {
            return isReported ? [] : [DriftChange(.unreadable, recorded: form.rawValue)]
        }
        let words = EnumDetector(declared: enumPaths)
        let options = BodyShape.ComparisonOptions(ignored: exclusions, strings: words, isTyped: form == .json)
        let folded = DynamicKeyFolding.folding(before, shape)
        return folded.before.changes(to: folded.now, options)
    }

    /// Returns the shape of the recorded documents of one format; nil if none is comparable.
    private static func shape(of recorded: [ComparedResponse]) -> (ComparableFormat, BodyShape)? {
        // A repeated response gives no further evidence.
        var seen: Set<[UInt8]> = []
        let bodies = recorded.filter { seen.insert($0.body).inserted }
        for form in ComparableFormat.allCases {
            var shape = BodyShape()
            let parsed = bodies.filter { $0.format == form && form.add($0.body, $0.type, in: &shape) }
            if !parsed.isEmpty { return (form, shape) }
        }
        return nil
    }
}

/// A comparison of the headers of the responses to one request.
struct HeaderComparison {
    let recorded: [ComparedResponse]
    let answers: [ComparedResponse]
    let exclusions: DriftExclusions

    init(_ recorded: [ComparedResponse], _ responses: [ComparedResponse], _ ignored: DriftExclusions) {
        (self.recorded, self.answers, self.exclusions) = (recorded, responses, ignored)
    }

    var changes: [DriftChange] {
        let redaction = SessionRedaction.make()
        return found.map { change in
            // The value of a cookie was already removed.
            if change.path.contains(" ") { return change }
            var change = change
            change.recorded = change.recorded.map { redaction.header(name: change.path, value: $0) }
            change.current = change.current.map { redaction.header(name: change.path, value: $0) }
            return change
        }
    }

    private var found: [DriftChange] {
        let before = recorded.map { Self.values(of: $0) }
        let now = answers.map { Self.values(of: $0) }
        guard let first = now.first else { return [] }
        let names = Set(before.flatMap(\.keys)).union(first.keys).sorted()
        return names.compactMap { name in
            guard name != "content-type", !exclusions.ignores(header: name) else { return nil }
            return change(of: name, before.map { $0[name] }, now.map { $0[name] })
        }
    }

    private func change(of name: String, _ before: [String?], _ now: [String?]) -> DriftChange? {
        let displayName = Self.capitalized(name)
        guard let value = now[0] else {
            guard now.allSatisfy({ $0 == nil }), let was = before.last ?? nil, before.allSatisfy({ $0 != nil }) else {
                return nil
            }
            return DriftChange(.headerRemoved, displayName, recorded: was)
        }
        guard before.contains(where: { $0 != nil }) else {
            guard now.allSatisfy({ $0 != nil }) else { return nil }
            return DriftChange(.headerAdded, displayName, current: value)
        }
        // A header that varies in the recording or now is volatile.
        guard Set(before).count == 1, Set(now).count == 1, let was = before[0], was != value else { return nil }
        if Placeholder.matches(Array(was.utf8), Array(value.utf8)) { return nil }
        return DriftChange(.headerChanged, displayName, recorded: was, current: value)
    }

    /// Returns header values by lower-case name. Cookies are compared only by name: their values differ per client.
    private static func values(of response: ComparedResponse) -> [String: String] {
        var values: [String: String] = [:]
        for field in response.headers.fields {
            guard let value = field.value else { continue }
            let name = field.name.lowercased()
            if name == "set-cookie" {
                let cookie = value.prefix { $0 != "=" && $0 != ";" }
                values["set-cookie \(cookie)"] = "set"
            } else {
                values[name] = values[name].map { "\($0), \(value)" } ?? value
            }
        }
        return values
    }

    /// Returns a header name in its usual capitalization: `X-Page-Count`.
    private static func capitalized(_ name: String) -> String {
        name.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }
}

/// The parts of a recorded or current response that are compared.
package struct ComparedResponse: Sendable {
    package var status: Int
    package var headers: Scenario.Headers
    /// The body with its content coding removed.
    package var body: [UInt8]

    package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// Creates a current response and removes its content coding.
    package init(_ reply: RecordedExchange.Reply) {
        self.init(reply.status, headers: reply.headers, body: ContentCoding(reply.body, headers: reply.headers).bytes)
    }

    /// Creates a recorded response, in which URLs of the recorded origin are replaced by those of another origin.
    package init(_ exchange: InspectedExchange, from origin: String, to other: String) {
        var headers = exchange.headers
        for index in headers.fields.indices where origin != other {
            headers.fields[index].value = headers.fields[index].value?.replacing(origin, with: other)
        }
        self.init(exchange.status, headers: headers, body: exchange.body)
    }

    /// The media type, such as `application/json`; nil without a `Content-Type` header.
    package var mediaType: String? {
        headers["Content-Type"].map { type in
            String(type.prefix { $0 != ";" }).filter { !$0.isWhitespace }.lowercased()
        }
    }

    /// The parsed media type of the body.
    package var type: MediaType { MediaType(headers["Content-Type"] ?? "") }

    /// The format that the media type states; nil if it is not comparable. A body without a media type may be JSON.
    package var format: ComparableFormat? { headers["Content-Type"] == nil ? .json : ComparableFormat(type) }
}
