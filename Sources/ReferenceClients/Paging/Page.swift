import Foundation

/// A page of a list.
public struct Page<Item: Sendable>: Sendable {
    /// The items of the page.
    public var items: [Item]
    /// The number of the page, from 1.
    public var number: Int
    /// The maximum number of items of a page.
    public var limit: Int
    /// The number of items in the list; nil if unknown.
    public var total: Int?

    /// Creates a page.
    public init(items: [Item], number: Int, limit: Int, total: Int? = nil) {
        self.items = items
        self.number = number
        self.limit = limit
        self.total = total
    }

    /// Creates the page with a number from a complete list.
    public init(_ number: Int, of all: [Item], limit: Int) {
        let (start, isTooFar) = (max(number, 1) - 1).multipliedReportingOverflow(by: limit)
        let items = isTooFar || number < 1 ? [] : all.dropFirst(start).prefix(limit)
        self.init(items: Array(items), number: number, limit: limit, total: all.count)
    }

    /// Whether this is the last page: it reaches the total or, without a total, has fewer items than the limit.
    public var isLast: Bool {
        guard let total else { return items.count < limit }
        let (end, isTooFar) = number.multipliedReportingOverflow(by: limit)
        return isTooFar || end >= total
    }

    /// Returns a page of transformed items.
    public func map<NewItem: Sendable>(_ transform: (Item) throws -> NewItem) rethrows -> Page<NewItem> {
        Page<NewItem>(items: try items.map(transform), number: number, limit: limit, total: total)
    }
}

extension Page: Equatable where Item: Equatable {}

/// A list in JSON: an array, or an object with the items and their total.
struct ListDTO<Item: Decodable>: Decodable {
    var items: [Item]
    /// The page size of the server, which may be smaller than the requested one.
    var limit: Int?
    /// The number of items on all pages.
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

extension APIClientProtocol {
    /// Fetches a page of a list with the query items `page` and `limit`.
    ///
    /// The total is the one in the body or, without it, in the header field `X-Total-Count`.
    func page<Item: Decodable & Sendable>(
        _ number: Int,
        limit: Int,
        of path: EndpointPath,
        queryItems: [URLQueryItem] = [],
    ) async throws -> Page<Item> {
        let division = [URLQueryItem(name: "page", value: "\(number)"), URLQueryItem(name: "limit", value: "\(limit)")]
        let response = try await response(to: Endpoint(.get, path, queryItems: queryItems + division))
        let list = try response.value(ListDTO<Item>.self)
        return Page(
            items: list.items,
            number: number,
            limit: list.limit.flatMap { $0 > 0 ? $0 : nil } ?? limit,
            total: list.total ?? response.headers["X-Total-Count"].flatMap { Int($0) }
        )
    }
}
