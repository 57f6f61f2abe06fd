import Foundation

/// A part of a list.
public struct Page<Item: Sendable>: Sendable {
    /// What is on it.
    public var items: [Item]
    /// Which one it is, from 1.
    public var number: Int
    /// How many items a page has at most.
    public var limit: Int
    /// How many items the list has; nil if nobody says it.
    public var total: Int?

    /// A page.
    public init(items: [Item], number: Int, limit: Int, total: Int? = nil) {
        self.items = items
        self.number = number
        self.limit = limit
        self.total = total
    }

    /// That page of a list that is all there.
    public init(_ number: Int, of all: [Item], limit: Int) {
        let (start, isTooFar) = (max(number, 1) - 1).multipliedReportingOverflow(by: limit)
        let items = isTooFar || number < 1 ? [] : all.dropFirst(start).prefix(limit)
        self.init(items: Array(items), number: number, limit: limit, total: all.count)
    }

    /// Whether no page follows: the total says it, or else a page that is not full.
    public var isLast: Bool {
        guard let total else { return items.count < limit }
        let (end, isTooFar) = number.multipliedReportingOverflow(by: limit)
        return isTooFar || end >= total
    }

    /// The same page of other items.
    public func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), number: number, limit: limit, total: total)
    }
}

extension Page: Equatable where Item: Equatable {}

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

extension APIClientProtocol {
    /// A page of a list, asked for with `page` and `limit`.
    ///
    /// How long the list is, its envelope says or the field `X-Total-Count`.
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
