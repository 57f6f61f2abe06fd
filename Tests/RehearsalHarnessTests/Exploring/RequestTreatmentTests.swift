import TestAdmission
import Testing

@testable import RehearsalHarness

@Suite("The treatment of requests by a schedule", .limitedConcurrency)
struct RequestTreatmentTests {
    @Test(
        "The index of a request is found in a note with other parts, and not without a number.",
        arguments: [
            ("schedule: request 12, 401", 12), ("token expired; schedule: request 3, normal", 3),
            ("schedule: schedule: request 0", 0), ("schedule: request x", nil), ("schedule: request", nil), ("", nil),
        ]
    )
    func index(_ note: String, _ index: Int?) {
        #expect(RequestTreatment.index(in: note) == index)
    }
}
