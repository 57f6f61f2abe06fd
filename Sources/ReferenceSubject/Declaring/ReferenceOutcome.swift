import Foundation
import ReferenceClients
import Rehearsal
import RehearsalContracts

/// What the errors that all apps share mean.
enum ReferenceOutcome {
    /// What an error means; nil where it is plain from the error itself.
    static func of(_ error: any Error) -> ClientOutcome? {
        switch error {
        case let error as NetworkError: outcome(error)
        case let refusal as Refusal: .domain("refused", status: 200, reason: refusal.message)
        case AuthenticationError.signedOut: .auth(.unauthenticated)
        case AuthenticationError.refreshFailed(let failure): .auth(.refreshFailed, status: failure.status)
        default: nil
        }
    }

    private static func outcome(_ error: NetworkError) -> ClientOutcome? {
        switch error {
        case .invalidRequest: .invalidRequest()
        case .invalidResponse: .transport(.badResponse)
        case .httpError(let failure):
            .http(status: failure.status, headers: headers(of: failure), body: Array(failure.body))
        case .decodingError(_, let body?) where body.isEmpty: .decoding(.empty)
        // What is wrong with the document, and what with the network, stands in the payload.
        case .decodingError, .networkError: nil
        }
    }

    private static func headers(of failure: HTTPFailure) -> Scenario.Headers {
        var headers: Scenario.Headers = [:]
        for field in failure.headers.all { headers.append(field.name, field.value) }
        return headers
    }
}
