import Foundation

extension APIClientProtocol {
    /// The answer to a request about one thing.
    ///
    /// - Throws: what ``value(_:from:)`` throws; ``NetworkError/decodingError(_:_:)`` if the answer is about another one.
    func value<Value: Decodable & Identifiable>(_ id: Value.ID, from endpoint: Endpoint) async throws -> Value {
        let response = try await response(to: endpoint)
        let value = try response.value(Value.self)
        guard value.id == id else {
            let context = DecodingError.Context(
                codingPath: [],
                debugDescription: "\(id) was asked for, not \(value.id)"
            )
            throw NetworkError.decodingError(.dataCorrupted(context), response.body)
        }
        return value
    }
}
