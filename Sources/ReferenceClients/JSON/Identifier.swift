import Foundation

/// An identifier in JSON: a string that is not blank. Decoding a blank string throws an error with the coding path.
struct Identifier: Hashable, Codable {
    /// The text of the identifier.
    var value: String

    init(_ value: String) { self.value = value }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(String.self)
        if value.isBlank {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the identifier is blank")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Identifiable {
    /// Returns this value if it has the expected identifier.
    ///
    /// - Parameter body: the body of the response, if available.
    /// - Throws: ``NetworkError/decodingError(_:_:)``, which contains the body, if the identifier differs.
    func requiring(_ requested: ID, in body: Data? = nil) throws -> Self {
        guard id == requested else {
            let problem = "expected the identifier \(requested), found \(id)"
            let context = DecodingError.Context(codingPath: [], debugDescription: problem)
            throw NetworkError.decodingError(.dataCorrupted(context), body)
        }
        return self
    }
}
