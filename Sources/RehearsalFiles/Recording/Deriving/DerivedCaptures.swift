import Rehearsal

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
        for (endpoint, path) in paths.enumerated() {
            for (segment, text) in path.enumerated() where segment > 1 {
                guard let id = ids.id(text) else { continue }
                if id.isListed || isOneOfSeveral(text, segment, path, paths) {
                    endpoints[endpoint].comments.append(listed(id))
                } else {
                    found.append(Place(endpoint: endpoint, segment: segment, id: id))
                }
            }
        }
        for place in found { name(place.id, after: paths[place.endpoint][place.segment - 1]) }
        for place in found { takeAny(place, &endpoints[place.endpoint]) }
        let queried = takeAnyQuery(&endpoints)
        for id in Set(found.map(\.id) + queried).sorted(by: { ($0.source, $0.text) < ($1.source, $1.text) }) {
            letFlow(id, &endpoints)
        }
    }

    /// Whether other ids were asked with at the same place.
    private func isOneOfSeveral(_ text: String, _ segment: Int, _ path: [String], _ paths: [[String]]) -> Bool {
        paths.contains { other in
            other.count > segment && other[segment] != text && other[..<segment] == path[..<segment]
                && RecordedID.isLike(other[segment])
        }
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
        var number = 2
        while names.values.contains(candidate) {
            candidate = "\(base)\(number)"
            number += 1
        }
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
        for index in endpoints.indices {
            for (number, named) in (endpoints[index].written.when?.query ?? []).enumerated() {
                guard case .equals(let text) = named.value, let id = self.ids.id(text), !id.isListed,
                    !isOneOfSeveral(text, named.name, endpoints[index], endpoints)
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

    private func isOneOfSeveral(
        _ text: String,
        _ name: String,
        _ endpoint: DerivedEndpoint,
        _ endpoints: [DerivedEndpoint]
    ) -> Bool {
        let others = endpoints.filter {
            $0.written.method == endpoint.written.method && $0.written.path == endpoint.written.path
        }
        return others.flatMap(\.query).contains { item in
            item.name == Array(name.utf8) && item.value != Array(text.utf8)
        }
    }

    /// Puts a variable in the place of the id wherever it is answered.
    private mutating func letFlow(_ id: RecordedID, _ endpoints: inout [DerivedEndpoint]) {
        guard let name = names[id.text], let pointer = id.pointer,
            let value = ids.document(id.source).flatMap({ pointer.value(in: $0) })
        else { return }
        var isUsed = false
        for index in endpoints.indices {
            let isOwn = endpoints[index].written.path.text.contains("{\(name)}")
            for number in endpoints[index].replies.indices {
                let entry = endpoints[index].replies[number].entries[0]
                guard entry >= id.source, entry == id.source || isOwn || id.isStrong else { continue }
                let edits = self.edits(of: entry, id, value, name)
                endpoints[index].replies[number].edits += edits
                isUsed = isUsed || !edits.isEmpty
            }
            if endpoints[index].entries.contains(id.source) { endpoints[index].comments += told(id, name, value) }
        }
        if isUsed { state.append(JSON.Member(name, value)) }
    }

    private func edits(of entry: Int, _ id: RecordedID, _ value: JSON, _ name: String) -> [JSON.Member] {
        guard let document = ids.document(entry), !recording.entries[entry].reply.isSealed else { return [] }
        let places = document.places(of: id.text, limit: RecordedIDs.mostPlaces + 1)
        guard places.count <= RecordedIDs.mostPlaces else { return [] }
        return places.compactMap { place in
            let pointer = JSON.Pointer(tokens: place.tokens)
            guard place.tokens.last?.namesID ?? false || id.isStrong, pointer.value(in: document) == value else {
                return nil
            }
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
