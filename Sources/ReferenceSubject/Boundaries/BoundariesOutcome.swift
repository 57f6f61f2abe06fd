import ReferenceClients
import RehearsalContracts

/// What the errors of the app that keeps its layers apart mean.
enum BoundariesOutcome {
    /// What an error means; nil where it is plain from the error itself.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case let error as ValidationError: .invalidRequest(field: field(of: error))
        case TransferError.insufficientFunds(let reason): .domain("insufficientFunds", status: 402, reason: reason)
        case TransferError.unknownRecipient: .domain("unknownRecipient", status: 404)
        case InvitationError.alreadyInvited: .domain("alreadyInvited", status: 409)
        case PromoCodeError.unknown: .domain("unknown", status: 404)
        case PromoCodeError.alreadyRedeemed: .domain("alreadyRedeemed", status: 409)
        case PromoCodeError.expired: .domain("expired", status: 410)
        default: ReferenceOutcome.of(error)
        }
    }

    private static func field(of error: ValidationError) -> String {
        switch error {
        case .invalidEmail: "email"
        case .amountOutOfRange: "amount"
        case .noteTooLong: "note"
        case .emptyRole: "role"
        case .promoCodeTooShort: "code"
        case .emptyIdentity: "id"
        }
    }
}
