public import Foundation

/// A request to an API without the base URL of the server.
public struct Endpoint: Sendable {
    /// The request method.
    public var method: HTTPMethod
    /// The path below the base URL.
    public var path: EndpointPath
    /// The query items in their order; a value can contain any character.
    public var queryItems: [URLQueryItem]
    /// Additional header fields.
    public var headers: HeaderFields
    /// The content; nil sends no content and no `Content-Type`.
    public var body: Data?

    /// Creates an endpoint.
    public init(
        _ method: HTTPMethod = .get,
        _ path: EndpointPath,
        queryItems: [URLQueryItem] = [],
        headers: HeaderFields = [:],
        body: Data? = nil,
    ) {
        self.method = method
        self.path = path
        self.queryItems = queryItems
        self.headers = headers
        self.body = body
    }

    /// Creates an endpoint that sends a value as JSON with sorted keys.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if the value cannot be encoded.
    public init(
        _ method: HTTPMethod,
        _ path: EndpointPath,
        headers: HeaderFields = [:],
        json: some Encodable,
    ) throws {
        do {
            let encoder = JSONEncoder()
            // Without sorted keys the bytes vary, so a retry with the same idempotency key would be another request.
            encoder.outputFormatting = .sortedKeys
            self.init(method, path, headers: headers, body: try encoder.encode(json))
        } catch let error as EncodingError {
            throw NetworkError.invalidRequest("the body cannot be encoded as JSON: \(error)")
        }
    }
}

extension Endpoint {
    /// Returns the request to the server with this base URL.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if the path, the query or a header field is not valid.
    func request(to baseURL: URL) throws -> HTTPRequest {
        if let name = headers.firstInvalidName {
            throw NetworkError.invalidRequest("the value of \(name) contains a line end")
        }
        var request = HTTPRequest(method: method, url: try url(below: baseURL), headers: headers, body: body)
        if request.headers["Accept"] == nil {
            request.headers["Accept"] = "application/json, application/problem+json"
        }
        // URLSession would send application/x-www-form-urlencoded.
        if body != nil, request.headers["Content-Type"] == nil { request.headers["Content-Type"] = "application/json" }
        return request
    }

    /// Returns the base URL with the path and query appended.
    private func url(below baseURL: URL) throws -> URL {
        if let defect = path.invalidReason { throw NetworkError.invalidRequest(defect) }
        let base = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        guard let url = base.map(components)?.url else {
            throw NetworkError.invalidRequest("\(path.encoded) is not a valid path below \(baseURL)")
        }
        return url
    }

    private func components(below base: URLComponents) -> URLComponents {
        var components = base
        while components.percentEncodedPath.hasSuffix("/") { components.percentEncodedPath.removeLast() }
        components.percentEncodedPath += path.encoded
        let items = queryItems.map { item in
            let name = PercentEncoding.encoded(item.name, keeping: PercentEncoding.unreserved)
            return item.value.map { "\(name)=\(PercentEncoding.encoded($0, keeping: PercentEncoding.unreserved))" }
                ?? name
        }
        let query = [components.percentEncodedQuery].compactMap { $0 } + items
        // An empty query would be sent as a single question mark.
        components.percentEncodedQuery = query.isEmpty ? nil : query.joined(separator: "&")
        return components
    }
}
