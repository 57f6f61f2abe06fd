import Foundation

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
