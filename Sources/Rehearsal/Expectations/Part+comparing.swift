extension Scenario.Expectation.Part {
    /// What is compared; nil where the request has nothing of the kind.
    func value(in entry: Journal.Entry) -> [[UInt8]]? {
        switch self {
        case .header(let name):
            let values = entry.headers.values(of: name)
            return values.isEmpty ? nil : values.map { Array($0.utf8) }
        case .query(let name):
            let values = Self.parameters(name, in: entry)
            return values.isEmpty ? nil : values
        case .body: return [Array("\(entry.body.length) \(entry.body.hash)".utf8)]
        case .target: return [Array(entry.target.utf8)]
        }
    }

    /// What differs, for a report: secrets are not told, and of a body its size.
    func shown(_ entry: Journal.Entry, _ redaction: Redaction) -> String {
        switch self {
        case .header(let name):
            return entry.shownValues(of: name, redaction).map { "\"\($0)\"" }.joined(separator: ", ")
        case .query, .target: return "\"\(entry.shownTarget(redaction))\""
        case .body: return "\(entry.body.length) bytes"
        }
    }

    private static func parameters(_ name: String, in entry: Journal.Entry) -> [[UInt8]] {
        guard let query = RawHead(entry.rawHead).head.query else { return [] }
        let wanted = Array(name.utf8)
        return Scenario.Condition.queryItems(Array(entry.rawHead[query.range]))
            .compactMap { $0.name == wanted ? $0.value : nil }
    }
}
