import Foundation

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
