import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// A replacement of generated ids by variables and path placeholders, so that each id is written in one place.
///
/// A path segment becomes a placeholder if it was requested with only one id, and a reply contains that id outside of
/// lists. If it was requested with several ids, each path is kept, because each has its own reply.
struct IDExtraction {
    private let recording: Recording
    private let ids: RecordedIDs
    private(set) var state: [JSON.Member] = []
    private var names: [String: String] = [:]
    /// The highest number appended to each base name.
    private var lastNumbers: [String: Int] = [:]
    private var usedNames: Set<String> = []
    private var found: [IDSegment] = []

    private struct IDSegment {
        let endpoint: Int
        let segment: Int
        let id: RecordedID
    }

    init(_ recording: Recording) {
        self.recording = recording
        ids = RecordedIDs(recording)
    }

    mutating func apply(to endpoints: inout [DerivedEndpoint]) {
        let paths = endpoints.map {
            $0.written.path.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        }
        let siblings = Self.idsByPrefix(of: paths)
        for (endpoint, path) in paths.enumerated() {
            for (segment, text) in path.enumerated() where segment > 1 {
                guard let id = ids.id(text) else { continue }
                if id.isInList || siblings[path[..<segment], default: []].count > 1 {
                    endpoints[endpoint].comments.append(listedNote(id))
                } else {
                    found.append(IDSegment(endpoint: endpoint, segment: segment, id: id))
                }
            }
        }
        for segment in found { name(segment.id, after: paths[segment.endpoint][segment.segment - 1]) }
        for segment in found { replaceByPlaceholder(segment, &endpoints[segment.endpoint]) }
        let queried = replaceQueryValues(&endpoints)
        let replaced = Set(found.map(\.id) + queried).sorted { ($0.source, $0.text) < ($1.source, $1.text) }
        let replies = IDOccurrences(Set(replaced.map(\.text)), in: ids, endpoints)
        for id in replaced { replaceInReplies(id, replies, &endpoints) }
    }

    /// Returns the ids that follow each path prefix, at most two: callers only need to know whether there are several.
    private static func idsByPrefix(of paths: [[String]]) -> [ArraySlice<String>: Set<String>] {
        var siblings: [ArraySlice<String>: Set<String>] = [:]
        for path in paths {
            for (segment, text) in path.enumerated() where segment > 1 && RecordedID.isCandidate(text) {
                if siblings[path[..<segment], default: []].count < 2 {
                    siblings[path[..<segment], default: []].insert(text)
                }
            }
        }
        return siblings
    }

    private func listedNote(_ id: RecordedID) -> String {
        let location = id.pointer.map { "at \($0) in" } ?? "in Location of"
        return "\(id.text) is one of several ids \(location) \(entryName(id.source)): "
            + "if you change it here, change it there too."
    }

    /// Chooses the variable for an id, named after the preceding segment: `orderId` for `orders`.
    private mutating func name(_ id: RecordedID, after segment: String) {
        guard names[id.text] == nil else { return }
        let letters = String(
            segment.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }.map(Character.init)
        )
        let singular =
            letters.hasSuffix("ies")
            ? letters.dropLast(3) + "y"
            : letters.hasSuffix("s") && !letters.hasSuffix("ss") ? letters.dropLast() : letters[...]
        let base = singular.isEmpty ? "id" : "\(singular)Id"
        var candidate = base
        var number = lastNumbers[base] ?? 1
        while !usedNames.insert(candidate).inserted {
            number += 1
            candidate = "\(base)\(number)"
        }
        lastNumbers[base] = number
        names[id.text] = candidate
    }

    private func replaceByPlaceholder(_ occurrence: IDSegment, _ endpoint: inout DerivedEndpoint) {
        guard let name = names[occurrence.id.text] else { return }
        endpoint.replaceByPlaceholder(at: occurrence.segment, as: name)
        if endpoint.replies.count > 1, endpoint.written.per == .endpoint { endpoint.written.per = .capture(name) }
        let origin = "\(occurrence.id.text), which the reply \(entryName(occurrence.id.source)) contains"
        endpoint.comments.append("{\(name)} was \(origin): the placeholder matches any value.")
    }

    /// Makes query parameters match any value if the recording has one id for them.
    ///
    /// - Returns: The replaced ids.
    private mutating func replaceQueryValues(_ endpoints: inout [DerivedEndpoint]) -> [RecordedID] {
        var ids: [RecordedID] = []
        let siblings = Self.idsByPrefix(of: endpoints)
        for index in endpoints.indices {
            for (number, named) in (endpoints[index].written.when?.query ?? []).enumerated() {
                guard case .equals(let text) = named.value, let id = self.ids.id(text), !id.isInList,
                    siblings[Parameter(named.name, of: endpoints[index]), default: []].count < 2
                else { continue }
                let segment =
                    named.name.hasSuffix("Id") || named.name.hasSuffix("ID") ? named.name.dropLast(2) : named.name[...]
                name(id, after: String(segment))
                endpoints[index].written.when?.query[number].value = .present
                let origin = "\(text), which the reply \(entryName(id.source)) contains"
                endpoints[index].comments.append(
                    "\"\(named.name)\" was \(origin): it matches any value."
                )
                ids.append(id)
            }
        }
        return ids
    }

    /// A query parameter of the requests with one method and path.
    private struct Parameter: Hashable {
        let method: Scenario.Method
        let path: Scenario.PathPattern
        let name: [UInt8]

        init(_ name: String, of endpoint: DerivedEndpoint) {
            (method, path, self.name) = (endpoint.written.method, endpoint.written.path, Array(name.utf8))
        }

        init(_ name: [UInt8], of endpoint: DerivedEndpoint) {
            (method, path, self.name) = (endpoint.written.method, endpoint.written.path, name)
        }
    }

    /// Returns the values of each parameter, at most two: callers only need to know whether there are several.
    private static func idsByPrefix(of endpoints: [DerivedEndpoint]) -> [Parameter: Set<[UInt8]>] {
        var siblings: [Parameter: Set<[UInt8]>] = [:]
        for endpoint in endpoints {
            for item in endpoint.query {
                let parameter = Parameter(item.name, of: endpoint)
                if siblings[parameter, default: []].count < 2 {
                    siblings[parameter, default: []].insert(item.value)
                }
            }
        }
        return siblings
    }

    /// Replaces an id by a variable in each reply that contains it.
    private mutating func replaceInReplies(
        _ id: RecordedID,
        _ replies: IDOccurrences,
        _ endpoints: inout [DerivedEndpoint]
    ) {
        guard let name = names[id.text], let pointer = id.pointer,
            let value = ids.document(id.source).flatMap({ pointer.value(in: $0) })
        else { return }
        var isUsed = false
        for reply in replies.containing(id.text) where reply.entry >= id.source {
            let isOwn = endpoints[reply.endpoint].written.path.text.contains("{\(name)}")
            guard reply.entry == id.source || isOwn || id.isUnlikelyToCollide else { continue }
            let edits = self.edits(of: reply, id, value, name)
            endpoints[reply.endpoint].replies[reply.number].edits += edits
            isUsed = isUsed || !edits.isEmpty
        }
        for endpoint in replies.endpoints(of: id.source) { endpoints[endpoint].comments += stateNote(id, name, value) }
        if isUsed { state.append(JSON.Member(name, value)) }
    }

    private func edits(of reply: IDOccurrences.Reply, _ id: RecordedID, _ value: JSON, _ name: String) -> [JSON.Member]
    {
        guard let document = ids.document(reply.entry), !recording.entries[reply.entry].reply.hasBodyDigest,
            reply.occurrences.count <= RecordedIDs.maximumOccurrences
        else { return [] }
        var seen: Set<String> = []
        return reply.occurrences.compactMap { occurrence in
            let pointer = JSON.Pointer(tokens: occurrence.tokens)
            // A pointer addresses only one of two members with the same name.
            guard occurrence.tokens.last?.isIDName ?? false || id.isUnlikelyToCollide,
                pointer.value(in: document) == value,
                seen.insert(pointer.text).inserted
            else { return nil }
            let isText = if case .string = value { true } else { false }
            return JSON.Member(pointer.text, .string(isText ? "{{state.\(name)}}" : "{{state.\(name) | json}}"))
        }
    }

    private func stateNote(_ id: RecordedID, _ name: String, _ value: JSON) -> [String] {
        let isText = if case .string = value { true } else { false }
        let renewal = isText ? "; \"then\": { \"set\": { \"\(name)\": \"{{uuid}}\" } } creates a new one each time" : ""
        return ["\(id.text) is part of later requests. Its value is set once, in \"state\"\(renewal)."]
    }

    private func entryName(_ index: Int) -> String { recording.entries[index].name ?? "" }
}

extension DerivedEndpoint {
    /// Replaces a path segment by a placeholder.
    fileprivate mutating func replaceByPlaceholder(at segment: Int, as name: String) {
        var parts = written.path.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.indices.contains(segment) else { return }
        parts[segment] = "{\(name)}"
        written.path = Scenario.PathPattern(parts.joined(separator: "/"))
        recorded.path = written.path
    }
}

extension Scenario.Reply {
    /// Whether the headers contain a digest of the body, which an edit would invalidate.
    fileprivate var hasBodyDigest: Bool {
        ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"].contains { headers.contains($0) }
    }
}
