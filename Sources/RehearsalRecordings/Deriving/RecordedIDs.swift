import Rehearsal
import RehearsalDocuments

/// The ids in a recording: values of replies that later requests contain.
struct RecordedIDs {
    private let recording: Recording
    /// The JSON body of each entry's reply.
    private let documents: [JSON?]
    /// The ids by their text.
    private var idsByText: [String: RecordedID] = [:]

    /// The maximum size in bytes of a body that is searched.
    private static let maximumBodySize = 1 << 20
    /// The maximum number of occurrences in one reply; a more frequent value is not replaced.
    static let maximumOccurrences = 20

    init(_ recording: Recording) {
        self.recording = recording
        documents = recording.entries.map { entry in
            guard case .bytes(let bytes, _) = entry.reply.body, bytes.count <= Self.maximumBodySize else { return nil }
            return try? JSON(parsing: bytes)
        }
        // For each text, the index of the first request that contains it.
        var firstRequests: [String: Int] = [:]
        for (index, entry) in recording.entries.enumerated() {
            for text in entry.candidateTexts where firstRequests[text] == nil { firstRequests[text] = index }
        }
        for index in recording.entries.indices { addIDs(of: index, firstRequests) }
    }

    func document(_ entry: Int) -> JSON? { documents[entry] }

    /// Returns the id for a text of a request; nil if no earlier reply contains it.
    func id(_ text: String) -> RecordedID? { idsByText[text] }

    /// Adds the ids that first occur in this reply: later requests contain them, and earlier ones do not.
    private mutating func addIDs(of entry: Int, _ firstRequests: [String: Int]) {
        let reply = recording.entries[entry].reply
        var locationID = recording.entries[entry].idInLocation
        if let text = locationID, firstRequests[text, default: 0] <= entry || idsByText[text] != nil {
            locationID = nil
        }
        let isSuccess = 200..<300 ~= reply.status
        guard isSuccess || locationID != nil, let document = documents[entry] else {
            if let locationID {
                idsByText[locationID] = RecordedID(text: locationID, source: entry, pointer: nil, isInList: false)
            }
            return
        }
        let found = document.occurrences(limit: Self.maximumOccurrences + 1) {
            firstRequests[$0, default: 0] > entry && idsByText[$0] == nil
        }
        if let locationID {
            let pointer = found[locationID].flatMap { Self.bestOccurrence(of: locationID, $0) }.map {
                JSON.Pointer(tokens: $0.tokens)
            }
            idsByText[locationID] = RecordedID(text: locationID, source: entry, pointer: pointer, isInList: false)
        }
        for (text, occurrences) in found where isSuccess && text != locationID {
            guard let occurrence = Self.bestOccurrence(of: text, occurrences) else { continue }
            let pointer = JSON.Pointer(tokens: occurrence.tokens)
            idsByText[text] = RecordedID(text: text, source: entry, pointer: pointer, isInList: occurrence.isInList)
        }
    }

    /// Returns the best occurrence of an id, preferably outside of lists.
    ///
    /// The occurrence must be in a member with a name such as `id`, unless the text has at least 16 bytes.
    private static func bestOccurrence(of text: String, _ places: [JSON.Occurrence]) -> JSON.Occurrence? {
        let named = places.filter { $0.tokens.last?.isIDName ?? false || text.utf8.count >= 16 }
        return named.first { !$0.isInList } ?? named.first
    }
}

extension Recording.Entry {
    /// The texts of the request that may be ids: path segments, and values of the query and the body.
    fileprivate var candidateTexts: [String] {
        let segments = path.split(separator: "/").map(String.init)
        let values = (RecordedURL.items(of: query) + (requestForm ?? [])).compactMap(\.value.text)
        return (segments + values + (requestBody?.texts ?? [])).filter { RecordedID.isCandidate($0) }
    }

    /// The last segment of `Location`, which usually identifies a created resource.
    fileprivate var idInLocation: String? {
        guard let location = reply.headers["Location"] else { return nil }
        let path = location.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init)
    }
}

extension JSON {
    /// All strings and numbers of the value, as text.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .number(let number): [number.text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let members): members.flatMap(\.value.texts)
        case .null, .bool: []
        }
    }

    /// An occurrence of a value in a document.
    struct Occurrence {
        let tokens: [String]
        let isInList: Bool
    }

    /// Returns the occurrences of the wanted strings and numbers by their text. Visits the document once.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of returned occurrences of each text.
    ///   - isWanted: Whether the result contains the occurrences of a text.
    func occurrences(limit: Int, where isWanted: (String) -> Bool) -> [String: [Occurrence]] {
        var found: [String: [Occurrence]] = [:]
        var tokens: [String] = []
        visit(&tokens, isListed: false) { text, tokens, isListed in
            guard isWanted(text), found[text, default: []].count < limit else { return }
            found[text, default: []].append(Occurrence(tokens: tokens, isInList: isListed))
        }
        return found
    }

    private func visit(_ tokens: inout [String], isListed: Bool, _ body: (String, [String], Bool) -> Void) {
        switch self {
        case .string(let text): body(text, tokens, isListed)
        case .number(let number): body(number.text, tokens, isListed)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                tokens.append(String(index))
                element.visit(&tokens, isListed: true, body)
                tokens.removeLast()
            }
        case .object(let members):
            for member in members {
                tokens.append(member.name)
                member.value.visit(&tokens, isListed: isListed, body)
                tokens.removeLast()
            }
        case .null, .bool: break
        }
    }
}

/// An identifier: a value in a reply that a later request contains.
struct RecordedID: Hashable {
    let text: String
    /// The index of the first entry whose reply contains it.
    let source: Int
    /// The location in that reply; nil if it is only the last segment of `Location`.
    let pointer: JSON.Pointer?
    /// Whether the value is in a list, so that it is one of several.
    let isInList: Bool

    /// Whether a text may be an id: unreserved URL characters with at least one digit.
    static func isCandidate(_ text: some StringProtocol) -> Bool {
        1...128 ~= text.utf8.count && text.utf8.allSatisfy(\.isUnreserved) && text.utf8.contains(where: \.isDigit)
    }

    /// Whether the text is so long that an equal value is unlikely to be a coincidence.
    var isUnlikelyToCollide: Bool { text.utf8.count >= 8 }
}

extension String {
    /// Whether a member of this name usually holds an identifier: `id`, `orderId`, `order_id`, `uuid`.
    var isIDName: Bool {
        let name = lowercased()
        return ["id", "uuid", "guid", "key", "slug", "number", "code", "ref", "reference"].contains(name)
            || name.hasSuffix("_id") || name.hasSuffix("-id") || hasSuffix("Id") || hasSuffix("ID")
            || name.hasSuffix("uuid")
    }
}

/// The replies of a derived scenario that contain ids, found in a single pass per reply.
struct IDOccurrences {
    private var replies: [String: [Reply]] = [:]
    private var endpoints: [Int: [Int]] = [:]

    /// A reply, with the occurrences of one id.
    struct Reply {
        let endpoint: Int
        /// The index of the reply in its endpoint.
        let number: Int
        /// The index of the recorded entry.
        let entry: Int
        let occurrences: [JSON.Occurrence]
    }

    init(_ texts: Set<String>, in ids: RecordedIDs, _ endpoints: [DerivedEndpoint]) {
        for (index, endpoint) in endpoints.enumerated() {
            for entry in endpoint.entries { self.endpoints[entry, default: []].append(index) }
            for (number, reply) in endpoint.replies.enumerated() where !texts.isEmpty {
                let entry = reply.entries[0]
                let limit = RecordedIDs.maximumOccurrences + 1
                for (text, places) in ids.document(entry)?.occurrences(limit: limit, where: texts.contains) ?? [:] {
                    replies[text, default: []].append(
                        Reply(endpoint: index, number: number, entry: entry, occurrences: places)
                    )
                }
            }
        }
    }

    /// Returns the replies that contain an id, in the order of the endpoints.
    func containing(_ text: String) -> [Reply] { replies[text] ?? [] }

    func endpoints(of entry: Int) -> [Int] { endpoints[entry] ?? [] }
}
