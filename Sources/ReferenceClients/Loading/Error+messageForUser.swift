import Foundation

extension Error {
    /// One sentence for the user; nil where nothing went wrong: whoever leaves a screen is shown no error.
    var messageForUser: String? { self is CancellationError ? nil : localizedDescription }
}
