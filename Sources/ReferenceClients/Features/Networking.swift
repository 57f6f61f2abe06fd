/// Asks the backend of the features through the client of all apps.
public struct Networking: NetworkingProtocol {
    private let client: any APIClientProtocol

    /// Networking through a client.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Reads.
    public func fetch<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value {
        try await client.value(from: endpoint.asked(.get))
    }

    /// Sends, once: an answer that was lost may have been a yes.
    public func post<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value {
        try await client.value(from: endpoint.asked(.post))
    }

    /// Removes.
    public func delete(_ endpoint: FeatureEndpoint) async throws { try await client.remove(endpoint.path) }
}
