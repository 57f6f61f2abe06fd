import Foundation
import RehearsalTesting
import TestAdmission
import Testing

@testable import ReferenceClients

@Suite("Errors of a reservation", .limitedConcurrency)
struct ReservationErrorTests {
    private func failure(_ status: Int, _ problem: String = "{}") -> HTTPFailure {
        let headers: HeaderFields = ["Content-Type": "application/problem+json"]
        return HTTPFailure(HTTPResponse(status: status, headers: headers, body: Data(problem.utf8)))
    }

    @Test("Three statuses have errors of their own, and no other status has one.", arguments: 400...599)
    func statuses(_ status: Int) {
        let known: [Int: ReservationError] = [
            402: .paymentFailed("The payment did not go through."), 409: .spotUnavailable, 422: .invalidTimeRange,
        ]
        #expect(ReservationError(failure(status)) == known[status])
    }

    @Test("A failed payment has the backend's detail or else its title.")
    func words() {
        let detailed = failure(402, #"{"title":"Declined","detail":"Your card was declined."}"#)
        #expect(ReservationError(detailed) == .paymentFailed("Your card was declined."))
        #expect(ReservationError(failure(402, #"{"title":"Declined"}"#)) == .paymentFailed("Declined"))
    }

    @Test("Each error has a one-sentence message for the user.")
    func sentences() {
        let errors: [ReservationError] = [.spotUnavailable, .invalidTimeRange, .paymentFailed("No.")]
        #expect(
            errors.map(\.localizedDescription)
                == ["This spot has just been taken.", "This spot cannot be reserved for that time.", "No."]
        )
    }
}
