public import Foundation

/// What a server answered, whatever its status says.
public struct HTTPResponse: Sendable, Hashable {
    /// Three digits (RFC 9110 §15).
    public var status: Int
    /// As they arrived; the values of repeated fields are joined with commas.
    public var headers: HeaderFields
    /// As it arrived, without its content coding.
    public var body: Data
    /// How many times the request was sent for it.
    public var attempts: Int

    /// A response.
    public init(status: Int, headers: HeaderFields = [:], body: Data = Data(), attempts: Int = 1) {
        self.status = status
        self.headers = headers
        self.body = body
        self.attempts = attempts
    }

    /// Whether the request was understood, accepted and carried out, and the reply is whole (RFC 9110 §15.3).
    ///
    /// A 206 answers a request for a range, which this client never sends (§15.3.7).
    public var isSuccess: Bool { (200..<300).contains(status) && status != 206 }

    /// The body as a value.
    ///
    /// - Throws: ``NetworkError/decodingError(_:_:)``. A body that is empty, as after 204, is not given to the decoder:
    ///   it is said to be empty.
    public func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            guard !body.isEmpty else {
                let context = DecodingError.Context(codingPath: [], debugDescription: "the body of \(status) is empty")
                throw DecodingError.dataCorrupted(context)
            }
            // No key strategy: the coding keys say what is on the wire, and one way of saying it is enough.
            return try JSONDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            throw NetworkError.decodingError(error, body)
        }
    }
}
