/// Asks the backend of the features; what services and workers are given.
public protocol NetworkingProtocol: Sendable {
    /// Reads: `GET`.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
    func fetch<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value
    /// Sends, once: `POST`.
    ///
    /// - Throws: what ``fetch(_:)`` throws.
    func post<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value
    /// Removes: `DELETE`.
    ///
    /// - Throws: what ``fetch(_:)`` throws, also if there was nothing to be removed.
    func delete(_ endpoint: FeatureEndpoint) async throws
}

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

/// What the backend of the features has.
public enum FeatureEndpoint: Sendable, Hashable {
    /// The items.
    case items
    /// One of them.
    case item(Item.ID)
    /// What a scene shows.
    case data(SceneData.ID)
    /// What users send in, and this with it.
    case submissions(SubmissionInput)

    /// Where it is.
    var path: EndpointPath {
        switch self {
        case .items: "/items"
        case .item(let id): "/items/\(id)"
        case .data(let id): "/data/\(id)"
        case .submissions: "/submissions"
        }
    }

    /// The endpoint for a method.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if what goes with it cannot be written as JSON.
    func asked(_ method: HTTPMethod) throws -> Endpoint {
        guard case .submissions(let input) = self else { return Endpoint(method, path) }
        return try Endpoint(method, path, json: input)
    }
}
