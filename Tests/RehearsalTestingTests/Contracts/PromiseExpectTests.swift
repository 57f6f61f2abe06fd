import Foundation
import RehearsalGallery
import RehearsalTesting
import TestAdmission
import Testing

@Suite("A promise in a test", .limitedConcurrency)
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

    @Test("A promise is kept if the wire meets the expectations of its scenario.")
    func kept() async throws {
        let promise = Self.twice(count: 2)
        let clause = try #require(Self.contract(promise, named: "kept").clauses.first { $0.id.hasPrefix("TWICE") })
        try await expect(clause) { ParkingClient($0) }
    }

    @Test("A broken promise becomes an issue with its name, its statement and the trace.")
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

    @Test("A promise of a fresh value is broken by a stale one.")
    func keptValue() async throws {
        func clause(_ ending: Contract<ParkingClient>.Promise.ExpectedOutcome<Int>, _ name: String) throws
            -> Contract<
                ParkingClient
            >.Clause
        {
            let promise = Contract<ParkingClient>.Promise(
                "OLD",
                "It returns a value.",
                of: "fetchReservations",
                playing: ["endpoints": []],
                ending,
                noting: { _ in (1, .init(isStale: true)) }
            )
            return try #require(Self.contract(promise, named: name).clauses.first { $0.id.hasPrefix("OLD") })
        }
        try await expect(try clause(.value(1), "old value")) { ParkingClient($0) }
        try await expect(try clause(.stale(1), "stale value")) { ParkingClient($0) }
        let fresh = try clause(.fresh(1), "fresh value")
        try await withKnownIssue {
            try await expect(fresh) { ParkingClient($0) }
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("expected a value from the server, got value(1, stale)")
        }
    }

    @Test("A scenario outside of the project is not played.")
    func outside() async throws {
        let path = NSTemporaryDirectory() + "elsewhere-\(UUID().uuidString).jsonc"
        try #"{ "scenario": "x", "endpoints": [] }"#.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let up = String(repeating: "../", count: 20)
        for (index, name) in [path, up + path.dropFirst()].enumerated() {
            let clauses = Self.contract(Self.twice(.string(name)), named: "outside \(index)").clauses
            #expect(clauses.count == 1)
            try await withKnownIssue {
                try await expect(try #require(clauses.first)) { ParkingClient($0) }
            } matching: { issue in
                issue.comments.map(\.rawValue).joined().contains("is outside of")
            }
        }
    }

    @Test("A missing scenario is reported with its name and the searched folders.")
    func unfound() async throws {
        let clauses = Self.contract(Self.twice("no/such"), named: "unfound").clauses
        #expect(clauses.count == 1)
        try await withKnownIssue {
            try await expect(try #require(clauses.first)) { ParkingClient($0) }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains(#"TWICE: the scenario "no/such""#) && text.contains("/Scenarios")
        }
    }

    @Test("A contract whose refresh returns no new token is rejected with the required reply.")
    func refreshWithoutToken() async throws {
        let declares = Contract<ParkingClient>.Declared(authRefresh: .init(reply: ["token": "other"]))
        let sut = Contract("no token", declares: declares, operations: Gallery.contract.operations)
        #expect(sut.clauses.count == 1)
        try await withKnownIssue {
            try await expect(try #require(sut.clauses.first)) { ParkingClient($0) }
        } matching: { issue in
            let wanted = #"the reply of authRefresh must be a document in which the new token is "t2""#
            return issue.comments.map(\.rawValue).joined().contains(wanted)
        }
    }
}
