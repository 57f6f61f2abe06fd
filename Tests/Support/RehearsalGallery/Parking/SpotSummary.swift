/// A parking spot in the results of a search.
package struct SpotSummary: Sendable, Hashable {
    package var id: Int
    package var name: String
}

extension SpotSummary {
    /// Reads a summary.
    init(_ node: Node) throws(DecodingFailure) {
        id = try node["id"].int()
        name = try node["name"].text()
    }
}
