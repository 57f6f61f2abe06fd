public import Foundation

/// The backend understood, and said no: the answer was a 200 all the same.
public struct Refusal: Error, Sendable, Hashable {
    /// Why, in the words of the backend.
    public var message: String

    /// A refusal.
    public init(message: String) { self.message = message }
}

extension Refusal: LocalizedError {
    /// One sentence that can be shown to the user of an app.
    public var errorDescription: String? { message }
}
