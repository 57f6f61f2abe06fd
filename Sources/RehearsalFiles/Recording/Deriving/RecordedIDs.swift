import Rehearsal

/// Finds what answers of a recording give for later requests to ask with.
struct RecordedIDs {
    private let recording: Recording
    /// The JSON that was answered, by entry.
    private let documents: [JSON?]
    /// The first request that asks with a text, by the text.
    private var asked: [String: Int] = [:]

    /// A larger body is no answer to look for an id in.
    private static let largest = 1 << 20
    /// A text that stands in more places of one answer is left where it is.
    static let mostPlaces = 20

    init(_ recording: Recording) {
        self.recording = recording
        documents = recording.entries.map { entry in
            guard case .bytes(let bytes, _) = entry.reply.body, bytes.count <= Self.largest else { return nil }
            return try? JSON(parsing: bytes)
        }
        for (index, entry) in recording.entries.enumerated() {
            for text in entry.askedTexts where asked[text] == nil { asked[text] = index }
        }
    }

    func document(_ entry: Int) -> JSON? { documents[entry] }

    /// The id that a text of a request is; nil if no earlier answer gave it.
    func id(_ text: String) -> RecordedID? {
        guard RecordedID.isLike(text), let first = asked[text] else { return nil }
        for index in recording.entries.indices.prefix(first) {
            if recording.entries[index].locatedID == text {
                let place = documents[index].flatMap { stand(of: text, in: $0) }
                return RecordedID(
                    text: text,
                    source: index,
                    pointer: place.map { JSON.Pointer(tokens: $0.tokens) },
                    isListed: false
                )
            }
            guard (200..<300).contains(recording.entries[index].reply.status) else { continue }
            guard let place = documents[index].flatMap({ stand(of: text, in: $0) }) else { continue }
            return RecordedID(
                text: text,
                source: index,
                pointer: JSON.Pointer(tokens: place.tokens),
                isListed: place.isListed
            )
        }
        return nil
    }

    /// Where an answer says it, under a name that ids have; outside of lists if it does so anywhere.
    private func stand(of text: String, in document: JSON) -> (tokens: [String], isListed: Bool)? {
        let places = document.places(of: text, limit: Self.mostPlaces + 1)
            .filter { $0.tokens.last?.namesID ?? false || text.utf8.count >= 16 }
        return places.first { !$0.isListed } ?? places.first
    }
}

extension Recording.Entry {
    /// What its request asks with, as far as that may be an id: segments, values of the query and of the body.
    fileprivate var askedTexts: [String] {
        let segments = path.split(separator: "/").map(String.init)
        let values = (RecordedURL.items(of: query) + (requestForm ?? [])).compactMap(\.value.text)
        return (segments + values + (requestBody?.texts ?? [])).filter { RecordedID.isLike($0) }
    }

    /// The last segment of `Location`, where something was made or is looked for.
    fileprivate var locatedID: String? {
        guard let location = reply.headers["Location"] else { return nil }
        let path = location.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init)
    }
}

extension JSON {
    /// Its strings and numbers, as texts.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .number(let number): [number.text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        case .null, .bool: []
        }
    }
}
