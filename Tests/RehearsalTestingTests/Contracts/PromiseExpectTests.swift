import RehearsalGallery
import RehearsalTesting
import Testing

@Suite("A promise in a test")
struct PromiseExpectTests {
    private static func contract(_ promise: Contract<ParkingClient>.Promise, named name: String) -> Contract<
        ParkingClient
    > {
        Contract(name, operations: Gallery.contract.operations, promises: [promise])
    }

    private static func twice(count: JSON) -> Contract<ParkingClient>.Promise {
        twice([
            "endpoints": [["get": "/api/v1/reservations", "replies": [["status": 204]]]],
            "expect": [["get": "/api/v1/reservations", "count": count]],
        ])
    }

    private static func twice(_ scenario: JSON) -> Contract<ParkingClient>.Promise {
        .init("TWICE", "It asks twice.", of: "fetchReservations", playing: scenario, .any) { client in
            for _ in 0..<2 { _ = try? await client.fetchReservations() }
        }
    }

    @Test("It is kept if the wire shows what its scenario expects.")
    func kept() async throws {
        let promise = Self.twice(count: 2)
        let clause = try #require(Self.contract(promise, named: "kept").clauses.first { $0.id.hasPrefix("TWICE") })
        try await expect(clause) { ParkingClient($0) }
    }

    @Test("One that is not kept becomes an issue with its name, what it says, and the trace.")
    func broken() async throws {
        let promise = Self.twice(count: 1)
        let clause = try #require(Self.contract(promise, named: "broken").clauses.first { $0.id.hasPrefix("TWICE") })
        try await withKnownIssue {
            try await expect(clause) { ParkingClient($0) }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.hasPrefix("TWICE/fetchReservations: get /api/v1/reservations: count: expected 1, saw 2")
                && text.contains("MUST It asks twice. (the contract itself)")
        }
    }

    @Test("A scenario that is not there is named, and where was looked.")
    func unfound() async throws {
        let clauses = Self.contract(Self.twice("no/such"), named: "unfound").clauses
        #expect(clauses.count == 1)
        try await withKnownIssue {
            try await expect(try #require(clauses.first)) { ParkingClient($0) }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains(#"TWICE: there is no scenario "no/such""#) && text.contains("/Scenarios")
        }
    }
}
