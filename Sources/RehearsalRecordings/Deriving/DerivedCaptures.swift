import Rehearsal
import RehearsalDocuments
import RehearsalPlatform

/// Lets the id of one answer be the path of later requests, whatever it is changed to.
///
/// A segment becomes a placeholder where one id alone was asked with there, and an answer outside of a list gave it.
/// Several keep their paths: each has an answer of its own.
struct DerivedCaptures {
    private let recording: Recording
    private let ids: RecordedIDs
    /// Variables as they are when the scenario begins.
    private(set) var state: [JSON.Member] = []
    private var names: [String: String] = [:]
    /// How many variables have a name, or begin with it and go on with a number.
    private var namesakes: [String: Int] = [:]
    private var taken: Set<String> = []
    private var found: [Place] = []

    /// Where a path has an id.
    private struct Place {
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
        let siblings = Self.siblings(of: paths)
        for (endpoint, path) in paths.enumerated() {
            for (segment, text) in path.enumerated() where segment > 1 {
                guard let id = ids.id(text) else { continue }
                if id.isListed || siblings[path[..<segment], default: []].count > 1 {
                    endpoints[endpoint].comments.append(listed(id))
                } else {
                    found.append(Place(endpoint: endpoint, segment: segment, id: id))
                }
            }
        }
        for place in found { name(place.id, after: paths[place.endpoint][place.segment - 1]) }
        for place in found { takeAny(place, &endpoints[place.endpoint]) }
        let queried = takeAnyQuery(&endpoints)
        let flowing = Set(found.map(\.id) + queried).sorted { ($0.source, $0.text) < ($1.source, $1.text) }
        let replies = AnsweredIDs(Set(flowing.map(\.text)), in: ids, endpoints)
        for id in flowing { letFlow(id, replies, &endpoints) }
    }

    /// The ids that were asked with after the same beginning of a path, two at most: more are no news.
    private static func siblings(of paths: [[String]]) -> [ArraySlice<String>: Set<String>] {
        var siblings: [ArraySlice<String>: Set<String>] = [:]
        for path in paths {
            for (segment, text) in path.enumerated() where segment > 1 && RecordedID.isLike(text) {
                if siblings[path[..<segment], default: []].count < 2 {
                    siblings[path[..<segment], default: []].insert(text)
                }
            }
        }
        return siblings
    }

    private func listed(_ id: RecordedID) -> String {
        let place = id.pointer.map { "at \($0) of" } ?? "in Location of"
        return "\(id.text) is \(place) \(entryName(id.source)), and one of several: change both together."
    }

    /// `orders` → `orderId`.
    private mutating func name(_ id: RecordedID, after segment: String) {
        guard names[id.text] == nil else { return }
        let letters = String(
            segment.unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic }.map(Character.init)
        )
        let one =
            letters.hasSuffix("ies")
            ? letters.dropLast(3) + "y"
            : letters.hasSuffix("s") && !letters.hasSuffix("ss") ? letters.dropLast() : letters[...]
        let base = one.isEmpty ? "id" : "\(one)Id"
        var candidate = base
        var number = namesakes[base] ?? 1
        while !taken.insert(candidate).inserted {
            number += 1
            candidate = "\(base)\(number)"
        }
        namesakes[base] = number
        names[id.text] = candidate
    }

    private func takeAny(_ place: Place, _ endpoint: inout DerivedEndpoint) {
        guard let name = names[place.id.text] else { return }
        endpoint.takeAny(at: place.segment, as: name)
        if endpoint.replies.count > 1, endpoint.written.per == .endpoint { endpoint.written.per = .capture(name) }
        let origin = "\(place.id.text), which \(entryName(place.id.source)) answered"
        endpoint.comments.append("{\(name)} was \(origin): it takes whatever that is changed to.")
    }

    /// Lets parameters of a query be any, of which one id alone was asked for.
    ///
    /// - Returns: the ids.
    private mutating func takeAnyQuery(_ endpoints: inout [DerivedEndpoint]) -> [RecordedID] {
        var ids: [RecordedID] = []
        let siblings = Self.siblings(of: endpoints)
        for index in endpoints.indices {
            for (number, named) in (endpoints[index].written.when?.query ?? []).enumerated() {
                guard case .equals(let text) = named.value, let id = self.ids.id(text), !id.isListed,
                    siblings[Parameter(named.name, of: endpoints[index]), default: []].count < 2
                else { continue }
                let segment =
                    named.name.hasSuffix("Id") || named.name.hasSuffix("ID") ? named.name.dropLast(2) : named.name[...]
                name(id, after: String(segment))
                endpoints[index].written.when?.query[number].value = .present
                let origin = "\(text), which \(entryName(id.source)) answered"
                endpoints[index].comments.append(
                    "\"\(named.name)\" was \(origin): it may be whatever that is changed to."
                )
                ids.append(id)
            }
        }
        return ids
    }

    /// A parameter of the requests to one method and path.
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

    /// What parameters were, two values at most: more are no news.
    private static func siblings(of endpoints: [DerivedEndpoint]) -> [Parameter: Set<[UInt8]>] {
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

    /// Puts a variable in the place of the id wherever it is answered.
    private mutating func letFlow(_ id: RecordedID, _ replies: AnsweredIDs, _ endpoints: inout [DerivedEndpoint]) {
        guard let name = names[id.text], let pointer = id.pointer,
            let value = ids.document(id.source).flatMap({ pointer.value(in: $0) })
        else { return }
        var isUsed = false
        for reply in replies.holding(id.text) where reply.entry >= id.source {
            let isOwn = endpoints[reply.endpoint].written.path.text.contains("{\(name)}")
            guard reply.entry == id.source || isOwn || id.isStrong else { continue }
            let edits = self.edits(of: reply, id, value, name)
            endpoints[reply.endpoint].replies[reply.number].edits += edits
            isUsed = isUsed || !edits.isEmpty
        }
        for endpoint in replies.endpoints(of: id.source) { endpoints[endpoint].comments += told(id, name, value) }
        if isUsed { state.append(JSON.Member(name, value)) }
    }

    private func edits(of reply: AnsweredIDs.Reply, _ id: RecordedID, _ value: JSON, _ name: String) -> [JSON.Member] {
        guard let document = ids.document(reply.entry), !recording.entries[reply.entry].reply.isSealed,
            reply.places.count <= RecordedIDs.mostPlaces
        else { return [] }
        var seen: Set<String> = []
        return reply.places.compactMap { place in
            let pointer = JSON.Pointer(tokens: place.tokens)
            // A member that is there twice is changed once.
            guard place.tokens.last?.namesID ?? false || id.isStrong, pointer.value(in: document) == value,
                seen.insert(pointer.text).inserted
            else { return nil }
            let isText = if case .string = value { true } else { false }
            return JSON.Member(pointer.text, .string(isText ? "{{state.\(name)}}" : "{{state.\(name) | json}}"))
        }
    }

    private func told(_ id: RecordedID, _ name: String, _ value: JSON) -> [String] {
        let isText = if case .string = value { true } else { false }
        let fresh = isText ? "; \"then\": { \"set\": { \"\(name)\": \"{{uuid}}\" } } makes a new one each time" : ""
        return ["\(id.text) is the path of later requests. It is said once, in \"state\"\(fresh)."]
    }

    private func entryName(_ index: Int) -> String { recording.entries[index].name ?? "" }
}

extension DerivedEndpoint {
    /// Takes any text at a place of its path.
    fileprivate mutating func takeAny(at segment: Int, as name: String) {
        var parts = written.path.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.indices.contains(segment) else { return }
        parts[segment] = "{\(name)}"
        written.path = Scenario.PathPattern(parts.joined(separator: "/"))
        exact.path = written.path
    }
}

extension Scenario.Reply {
    /// Whether something in its head is about the bytes of its body.
    fileprivate var isSealed: Bool {
        ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"].contains { headers.names($0) }
    }
}
