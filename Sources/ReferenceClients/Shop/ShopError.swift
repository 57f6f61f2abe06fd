public import Foundation

/// A domain error of the shop. Errors of invalid input are thrown before a request is sent.
public enum ShopError: LocalizedError, Sendable, Hashable {
    /// The identifier of a user is blank.
    case invalidUserId
    /// The identifier of a product is blank.
    case invalidProductId
    /// The identifier of an order is blank.
    case invalidOrderId
    /// The name is blank.
    case invalidName
    /// The e-mail address is not valid.
    case invalidEmail
    /// The page number is less than 1, or the page size is not 1 to 100.
    case invalidPage
    /// The search term is blank.
    case invalidQuery
    /// The update changes nothing.
    case nothingToUpdate
    /// The order has no products, or a quantity less than 1.
    case emptyOrder
    /// The app does not know the status.
    case invalidStatus
    /// The e-mail address is registered: 409.
    case emailTaken
    /// A product is not available in that quantity: 409, with the message of the backend.
    case outOfStock(String)
    /// The order cannot change to that status: 409, with the message of the backend.
    case statusRefused(String)

    /// The message for the user of the app.
    public var errorDescription: String? {
        switch self {
        case .invalidUserId: "This user does not exist."
        case .invalidProductId: "This product does not exist."
        case .invalidOrderId: "This order does not exist."
        case .invalidName: "Please enter a name."
        case .invalidEmail: "Please enter an e-mail address."
        case .invalidPage: "This page does not exist."
        case .invalidQuery: "Please enter a search term."
        case .nothingToUpdate: "Nothing has been changed."
        case .emptyOrder: "The order is empty."
        case .invalidStatus: "The order cannot have this status."
        case .emailTaken: "This address is already registered."
        case .outOfStock(let message), .statusRefused(let message): message
        }
    }
}
