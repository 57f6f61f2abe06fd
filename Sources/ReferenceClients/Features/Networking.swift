/// The interface through which services and workers send requests.
public protocol NetworkingProtocol: Sendable {
    /// Sends `GET` and decodes the response.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
    func fetch<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value
    /// Sends `POST` without retries and decodes the response.
    ///
    /// - Throws: the errors of ``fetch(_:)``.
    func post<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value
    /// Sends `DELETE`.
    ///
    /// - Throws: the errors of ``fetch(_:)``, including a 404 or 410 to the first attempt.
    func delete(_ endpoint: FeatureEndpoint) async throws
}

/// An adapter of the shared client to this app.
public struct Networking: NetworkingProtocol {
    private let client: any APIClientProtocol

    /// Creates an adapter.
    public init(client: any APIClientProtocol) { self.client = client }

    /// Sends `GET` and decodes the response.
    public func fetch<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value {
        try await client.value(from: endpoint.endpoint(.get))
    }

    /// Sends `POST` without retries, because a request whose response is lost may have succeeded.
    public func post<Value: Decodable>(_ endpoint: FeatureEndpoint) async throws -> Value {
        try await client.value(from: endpoint.endpoint(.post))
    }

    /// Sends `DELETE`.
    public func delete(_ endpoint: FeatureEndpoint) async throws { try await client.remove(endpoint.path) }
}

/// An endpoint of the backend.
public enum FeatureEndpoint: Sendable, Hashable {
    /// The list of items.
    case items
    /// One item.
    case item(Item.ID)
    /// The data of a scene.
    case data(SceneData.ID)
    /// The list of submissions, to which an input is sent.
    case submissions(SubmissionInput)

    /// The path below the base URL.
    var path: EndpointPath {
        switch self {
        case .items: "/items"
        case .item(let id): "/items/\(id)"
        case .data(let id): "/data/\(id)"
        case .submissions: "/submissions"
        }
    }

    /// Returns the request with a method.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if the input cannot be encoded.
    func endpoint(_ method: HTTPMethod) throws -> Endpoint {
        guard case .submissions(let input) = self else { return Endpoint(method, path) }
        return try Endpoint(method, path, json: input)
    }
}
