import Foundation

extension Identifiable {
    /// This, if it is what was asked for.
    ///
    /// - Throws: ``NetworkError/decodingError(_:_:)``, without a body, if the server answered about another one.
    func checked(_ asked: ID) throws -> Self {
        guard id == asked else {
            let context = DecodingError.Context(codingPath: [], debugDescription: "\(asked) was asked for, not \(id)")
            throw NetworkError.decodingError(.dataCorrupted(context), Data())
        }
        return self
    }
}
