import Rehearsal
import RehearsalDocuments

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
