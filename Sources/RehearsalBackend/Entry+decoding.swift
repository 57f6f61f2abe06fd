public import Rehearsal

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Journal.Entry {
    /// Returns the body of the request as a value: `try entry.decode(Order.self)`.
    ///
    /// - Throws: the error of the decoder; ``IncompleteBody`` if the journal has not kept the whole body.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        with decoder: JSONDecoder = JSONDecoder(),
    ) throws -> Value {
        guard body.isComplete, body.kept.count == body.length else {
            throw IncompleteBody(
                description:
                    "the journal has \(body.kept.count) of \(body.length) bytes of the body of \(method) \(target)"
                    + (body.isComplete ? "" : ", which the client did not finish")
            )
        }
        return try decoder.decode(type, from: Data(body.kept))
    }

    /// The error of a body that is not available as a whole.
    public struct IncompleteBody: Error, Sendable, CustomStringConvertible {
        /// The number of bytes available, and the request.
        public let description: String
    }
}
