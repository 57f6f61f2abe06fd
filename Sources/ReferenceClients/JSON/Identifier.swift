import Foundation

/// An identity as JSON carries it: a text that says something. A blank one is an error with its coding path.
struct Identifier: Hashable, Codable {
    /// What names the thing.
    var value: String

    init(_ value: String) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(String.self)
        if value.isBlank {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an identity is blank")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Identifiable {
    /// This, if it is what was asked for.
    ///
    /// - Parameter body: the answer; nil where it is not at hand.
    /// - Throws: ``NetworkError/decodingError(_:_:)`` with that body if the server answered about another one.
    func checked(_ asked: ID, in body: Data? = nil) throws -> Self {
        guard id == asked else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "\(asked) was asked for, not \(id)")
            throw NetworkError.decodingError(.dataCorrupted(context), body)
        }
        return self
    }
}
