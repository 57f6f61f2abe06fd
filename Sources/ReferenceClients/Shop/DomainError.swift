public import Foundation

/// Why the shop does not do what it was asked to, in the words of the app.
public enum DomainError: LocalizedError, Sendable, Hashable {
    /// No user has such an identity; nothing was sent.
    case invalidUserId
    /// No product has such an identity; nothing was sent.
    case invalidProductId
    /// No order has such an identity; nothing was sent.
    case invalidOrderId
    /// A name that says nothing; nothing was sent.
    case invalidName
    /// What cannot be an address; nothing was sent.
    case invalidEmail
    /// Pages begin at 1 and have 1 to 100 items; nothing was sent.
    case invalidPage
    /// A search for nothing; nothing was sent.
    case invalidQuery
    /// A change of nothing; nothing was sent.
    case nothingToUpdate
    /// An order of nothing, or of less than one piece; nothing was sent.
    case emptyOrder
    /// A status that the app does not know and so cannot ask for; nothing was sent.
    case invalidStatus
    /// Somebody has signed up with that address: 409.
    case emailTaken
    /// It cannot be had in that number: 409, with what the backend says about it.
    case outOfStock(String)
    /// An order does not go from where it is to there: 409, with what the backend says about it.
    case statusRefused(String)

    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .invalidUserId: "There is no such user."
        case .invalidProductId: "There is no such product."
        case .invalidOrderId: "There is no such order."
        case .invalidName: "Please enter a name."
        case .invalidEmail: "Please enter an e-mail address."
        case .invalidPage: "There is no such page."
        case .invalidQuery: "Please say what to search for."
        case .nothingToUpdate: "Nothing has been changed."
        case .emptyOrder: "There is nothing to be ordered."
        case .invalidStatus: "An order cannot become that."
        case .emailTaken: "Somebody has signed up with this address."
        case .outOfStock(let message), .statusRefused(let message): message
        }
    }
}
