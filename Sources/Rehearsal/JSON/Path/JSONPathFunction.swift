/// The functions of RFC 9535 (§2.4.4 to §2.4.8), with their types (§2.4.1).
enum JSONPathFunction: String, Sendable, CaseIterable {
    case length, count, match, search, value

    /// The types of arguments and results.
    enum Kind: Sendable {
        /// A JSON value, or none.
        case value
        /// Yes or no, which is no JSON value.
        case logical
        /// All that a query selects.
        case nodes
    }

    var parameters: [Kind] {
        switch self {
        case .length: [.value]
        case .count, .value: [.nodes]
        case .match, .search: [.value, .value]
        }
    }

    var result: Kind {
        switch self {
        case .length, .count, .value: .value
        case .match, .search: .logical
        }
    }

    /// How it may be called, for a message.
    var example: String {
        switch self {
        case .length: "length(@.name)"
        case .count: "count(@.items[*])"
        case .match: "match(@.name, 'a.*')"
        case .search: "search(@.name, 'a')"
        case .value: "value(@..name)"
        }
    }
}
