public import Foundation

/// Why a code makes nothing cheaper, in the words of the app.
public enum PromoCodeError: Error, Sendable, Hashable {
    /// There is no such code: 404.
    case unknown
    /// It has been used: 409.
    case alreadyRedeemed
    /// It was good once: 410.
    case expired

    /// What a failure means to the app; nil if it means nothing in particular.
    init?(_ failure: HTTPFailure) {
        switch failure.status {
        case 404: self = .unknown
        case 409: self = .alreadyRedeemed
        case 410: self = .expired
        default: return nil
        }
    }
}

extension PromoCodeError: LocalizedError {
    /// One sentence that can be shown to the user of the app.
    public var errorDescription: String? {
        switch self {
        case .unknown: "There is no such code."
        case .alreadyRedeemed: "This code has been used."
        case .expired: "This code is not good any more."
        }
    }
}
