/// A list as backends write it: bare, or in an envelope that says how much of it there is.
struct ListDTO<Item: Decodable>: Decodable {
    var items: [Item]
    /// How many items a page of this server has; it may be fewer than were asked for.
    var limit: Int?
    /// How many items all pages have.
    var total: Int?

    private enum CodingKeys: String, CodingKey {
        case items
        case limit
        case total
    }

    init(from decoder: any Decoder) throws {
        guard (try? decoder.unkeyedContainer()) == nil else {
            items = try [Item](from: decoder)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try container.decode([Item].self, forKey: .items)
        limit = try container.decodeIfPresent(Int.self, forKey: .limit)
        total = try container.decodeIfPresent(Int.self, forKey: .total)
    }
}
