public import Foundation

/// An HTTP response with any status.
public struct HTTPResponse: Sendable, Hashable {
    /// The status code, three digits (RFC 9110 §15).
    public var status: Int
    /// The header fields; values of repeated fields are joined with commas.
    public var headers: HeaderFields
    /// The body, with its content coding removed.
    public var body: Data
    /// The number of times that the request was sent.
    public var attempts: Int

    /// Creates a response.
    public init(status: Int, headers: HeaderFields = [:], body: Data = Data(), attempts: Int = 1) {
        self.status = status
        self.headers = headers
        self.body = body
        self.attempts = attempts
    }

    /// Whether the request succeeded and the response is complete (RFC 9110 §15.3).
    ///
    /// A 206 is not a success, because this client sends no range requests (§15.3.7).
    public var isSuccess: Bool { (200..<300).contains(status) && status != 206 }

    /// Decodes the body as JSON.
    ///
    /// - Throws: ``NetworkError/decodingError(_:_:)``; for an empty body, such as that of a 204, its debug description
    ///   says that the body is empty.
    public func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            guard !body.isEmpty else {
                let context = DecodingError.Context(codingPath: [], debugDescription: "the body of \(status) is empty")
                throw DecodingError.dataCorrupted(context)
            }
            // Without a key strategy, coding keys alone define the names in the document.
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw NetworkError.decodingError(error, body)
        }
    }
}
