import Rehearsal
import RehearsalDocuments

/// Finds what answers of a recording give for later requests to ask with.
struct RecordedIDs {
    private let recording: Recording
    /// The JSON that was answered, by entry.
    private let documents: [JSON?]
    /// What was asked with and had been answered before, by the text.
    private var known: [String: RecordedID] = [:]

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
        // The first request that asks with a text, by the text.
        var asked: [String: Int] = [:]
        for (index, entry) in recording.entries.enumerated() {
            for text in entry.askedTexts where asked[text] == nil { asked[text] = index }
        }
        for index in recording.entries.indices { look(into: index, asked) }
    }

    func document(_ entry: Int) -> JSON? { documents[entry] }

    /// The id that a text of a request is; nil if no earlier answer gave it.
    func id(_ text: String) -> RecordedID? { known[text] }

    /// Learns what an answer gives that was asked with later.
    private mutating func look(into entry: Int, _ asked: [String: Int]) {
        let reply = recording.entries[entry].reply
        var located = recording.entries[entry].locatedID
        if let text = located, asked[text, default: 0] <= entry || known[text] != nil { located = nil }
        let isGood = 200..<300 ~= reply.status
        guard isGood || located != nil, let document = documents[entry] else {
            if let located { known[located] = RecordedID(text: located, source: entry, pointer: nil, isListed: false) }
            return
        }
        let found = document.places(limit: Self.mostPlaces + 1) { asked[$0, default: 0] > entry && known[$0] == nil }
        if let located {
            let pointer = found[located].flatMap { Self.stand(of: located, $0) }.map { JSON.Pointer(tokens: $0.tokens) }
            known[located] = RecordedID(text: located, source: entry, pointer: pointer, isListed: false)
        }
        for (text, places) in found where isGood && text != located {
            guard let place = Self.stand(of: text, places) else { continue }
            let pointer = JSON.Pointer(tokens: place.tokens)
            known[text] = RecordedID(text: text, source: entry, pointer: pointer, isListed: place.isListed)
        }
    }

    /// Where an answer says it, under a name that ids have; outside of lists if it does so anywhere.
    private static func stand(of text: String, _ places: [JSON.Stand]) -> JSON.Stand? {
        let named = places.filter { $0.tokens.last?.namesID ?? false || text.utf8.count >= 16 }
        return named.first { !$0.isListed } ?? named.first
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

    /// Where something stands in a document, and whether that is in a list.
    struct Stand {
        let tokens: [String]
        let isListed: Bool
    }

    /// Where texts stand as whole strings or numbers, by the text; all are looked for in one go.
    ///
    /// - Parameters:
    ///   - limit: places of one text beyond this are not kept.
    ///   - isWanted: whether a text is looked for.
    func places(limit: Int, where isWanted: (String) -> Bool) -> [String: [Stand]] {
        var found: [String: [Stand]] = [:]
        var tokens: [String] = []
        visit(&tokens, isListed: false) { text, tokens, isListed in
            guard isWanted(text), found[text, default: []].count < limit else { return }
            found[text, default: []].append(Stand(tokens: tokens, isListed: isListed))
        }
        return found
    }

    private func visit(_ tokens: inout [String], isListed: Bool, _ take: (String, [String], Bool) -> Void) {
        switch self {
        case .string(let text): take(text, tokens, isListed)
        case .number(let number): take(number.text, tokens, isListed)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                tokens.append(String(index))
                element.visit(&tokens, isListed: true, take)
                tokens.removeLast()
            }
        case .object(let members):
            for member in members {
                tokens.append(member.name)
                member.value.visit(&tokens, isListed: isListed, take)
                tokens.removeLast()
            }
        case .null, .bool: break
        }
    }
}

/// A value that an answer gave and a later request asked with: what tells one thing from others.
struct RecordedID: Hashable {
    let text: String
    /// The entry whose answer it was in first, by its index.
    let source: Int
    /// Where it stands there; nil where it is the last segment of `Location`.
    let pointer: JSON.Pointer?
    /// Whether it stands in a list, so that it is one of several.
    let isListed: Bool

    /// Whether a text can be one: what a URL holds as it is, with a digit in it.
    static func isLike(_ text: some StringProtocol) -> Bool {
        1...128 ~= text.utf8.count && text.utf8.allSatisfy(\.isUnreserved) && text.utf8.contains(where: \.isDigit)
    }

    /// Whether it is so long that nothing else has the same by chance.
    var isStrong: Bool { text.utf8.count >= 8 }
}

extension String {
    /// Whether a member of this name tells one thing from others: `id`, `orderId`, `order_id`, `uuid`.
    var namesID: Bool {
        let name = lowercased()
        return ["id", "uuid", "guid", "key", "slug", "number", "code", "ref", "reference"].contains(name)
            || name.hasSuffix("_id") || name.hasSuffix("-id") || hasSuffix("Id") || hasSuffix("ID")
            || name.hasSuffix("uuid")
    }
}

/// The replies of a derived scenario that hold ids, found in one go.
struct AnsweredIDs {
    private var replies: [String: [Reply]] = [:]
    private var endpoints: [Int: [Int]] = [:]

    /// A reply, and where an id stands in it.
    struct Reply {
        let endpoint: Int
        /// Which of the endpoint's it is.
        let number: Int
        /// The entry that it answers with.
        let entry: Int
        let places: [JSON.Stand]
    }

    init(_ texts: Set<String>, in ids: RecordedIDs, _ endpoints: [DerivedEndpoint]) {
        for (index, endpoint) in endpoints.enumerated() {
            for entry in endpoint.entries { self.endpoints[entry, default: []].append(index) }
            for (number, reply) in endpoint.replies.enumerated() where !texts.isEmpty {
                let entry = reply.entries[0]
                let limit = RecordedIDs.mostPlaces + 1
                for (text, places) in ids.document(entry)?.places(limit: limit, where: texts.contains) ?? [:] {
                    replies[text, default: []].append(
                        Reply(endpoint: index, number: number, entry: entry, places: places)
                    )
                }
            }
        }
    }

    /// In the order of the endpoints.
    func holding(_ text: String) -> [Reply] { replies[text] ?? [] }

    /// The endpoints that answer with an entry.
    func endpoints(of entry: Int) -> [Int] { endpoints[entry] ?? [] }
}
