public import Foundation

/// One request of an API, before it is known which server it goes to.
public struct Endpoint: Sendable {
    /// What is asked.
    public var method: HTTPMethod
    /// Where, below the base URL.
    public var path: EndpointPath
    /// Sent in this order; a value may hold any character.
    public var queryItems: [URLQueryItem]
    /// Sent besides those that every request has.
    public var headers: HeaderFields
    /// What follows the head; nil sends no content and no `Content-Type`.
    public var body: Data?

    /// An endpoint.
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

    /// An endpoint that sends a value as JSON, written the same each time.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if the value cannot be written as JSON.
    public init(
        _ method: HTTPMethod,
        _ path: EndpointPath,
        headers: HeaderFields = [:],
        json: some Encodable,
    ) throws {
        do {
            let encoder = JSONEncoder()
            // Without an order of its own, one value is other bytes each time:
            // behind one idempotency key, another request.
            encoder.outputFormatting = .sortedKeys
            self.init(method, path, headers: headers, body: try encoder.encode(json))
        } catch let error as EncodingError {
            throw NetworkError.invalidRequest("the body cannot be written as JSON: \(error)")
        }
    }
}

extension Endpoint {
    /// The request that goes to a server.
    ///
    /// - Throws: ``NetworkError/invalidRequest(_:)`` if it cannot be sent as it is meant.
    func request(to baseURL: URL) throws -> HTTPRequest {
        if let name = headers.firstBreakingLines {
            throw NetworkError.invalidRequest("the value of \(name) holds the end of a line")
        }
        var request = HTTPRequest(method: method, url: try url(below: baseURL), headers: headers, body: body)
        if request.headers["Accept"] == nil {
            request.headers["Accept"] = "application/json, application/problem+json"
        }
        // Without it URLSession says application/x-www-form-urlencoded.
        if body != nil, request.headers["Content-Type"] == nil { request.headers["Content-Type"] = "application/json" }
        return request
    }

    /// The base URL with this path and query after its own.
    private func url(below baseURL: URL) throws -> URL {
        if let defect = path.defect { throw NetworkError.invalidRequest(defect) }
        let base = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
        guard let url = base.map(components)?.url else {
            throw NetworkError.invalidRequest("\(path.encoded) makes no URL below \(baseURL)")
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
        // An empty query would be sent as a lone question mark.
        components.percentEncodedQuery = query.isEmpty ? nil : query.joined(separator: "&")
        return components
    }
}
