import Foundation

extension APIClientProtocol {
    /// The answer to a request about one thing.
    ///
    /// - Throws: what ``value(_:from:)`` throws; ``NetworkError/decodingError(_:_:)`` if the answer is about another.
    func value<Value: Decodable & Identifiable>(_ id: Value.ID, from endpoint: Endpoint) async throws -> Value {
        let response = try await response(to: endpoint)
        return try response.value(Value.self).checked(id, in: response.body)
    }
}
