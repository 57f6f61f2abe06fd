public import Foundation

/// Why money does not go, in the words of the app.
public enum TransferError: Error, Sendable, Hashable {
    /// There is not enough of it: 402, with what the backend says about it.
    case insufficientFunds(String)
    /// Nobody has an account with that address: 404.
    case unknownRecipient

    /// What a failure means to the app; nil if it means nothing in particular.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 402: self = .insufficientFunds(NetworkError.httpError(failure).localizedDescription)
        case 404: self = .unknownRecipient
        default: return nil
        }
    }
}

extension TransferError: LocalizedError {
    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .insufficientFunds(let message): message
        case .unknownRecipient: "Nobody has an account with this address."
        }
    }
}
