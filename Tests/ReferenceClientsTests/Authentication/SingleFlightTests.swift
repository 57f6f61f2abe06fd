import Foundation
import RehearsalTesting
import TestAdmission
import Testing

@testable import ReferenceClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A shared refresh", .limitedConcurrency)
struct SingleFlightTests {
    private let callers = 20

    private func client(of backend: Backend, over transport: URLSessionTransport) -> APIClient {
        let tokens = Authenticator(
            client: APIClient(baseURL: backend.baseURL, transport: transport),
            tokens: Tokens(access: "access-1", refresh: "refresh-1")
        )
        return APIClient(baseURL: backend.baseURL, tokens: tokens, transport: transport)
    }

    /// Rejects the old token after all callers have sent it, and accepts the new one.
    private func scenario() -> Scenario {
        let barrier = Barrier(count: callers)
        let list = Scenario.Reply.later { request in
            if request.headers["Authorization"] == "Bearer access-2" { return .init(body: .json([])) }
            await barrier.arrive()
            return .init(401)
        }
        let refreshed: JSON = ["access_token": "access-2", "refresh_token": "refresh-2"]
        return Scenario(
            "all at once",
            endpoints: [
                .post("/auth/refresh", replies: [.init(body: .json(refreshed), times: 1)]),
                .get("/api/v1/reservations", replies: [list]),
            ]
        )
    }

    @Test("Twenty requests that are rejected together share one refresh.")
    func together() async throws {
        let backend = try Backend.start(scenario())
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = callers
        configuration.timeoutIntervalForRequest = 3_600
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let transport = URLSessionTransport(session: session)
        let sut = ReservationService(client: client(of: backend, over: transport))
        try await withThrowingTaskGroup(of: [Reservation].self) { group in
            for _ in 0..<callers { group.addTask { try await sut.fetchReservations() } }
            for try await list in group { #expect(list.isEmpty) }
        }
        #expect(backend.journal.count(of: "/auth/refresh") == 1)
        let statuses = backend.journal.requests("GET").map(\.status)
        #expect(statuses.count { $0 == 401 } == callers)
        #expect(statuses.count { $0 == 200 } == callers)
    }

    @Test("Twenty requests wait for one held refresh and resume after its release.")
    func held() async throws {
        let fresh: JSON = ["access_token": "access-2", "refresh_token": "refresh-2"]
        let renewed = Scenario.Condition(headers: [.init("Authorization", .equals("Bearer access-2"))])
        let scenario = Scenario(
            "held",
            endpoints: [
                .post("/auth/refresh", replies: [.init(body: .json(fresh), hold: "refresh")]),
                .get("/api/v1/reservations", when: renewed, replies: [.init(body: .json([]))]),
                .get("/api/v1/reservations", replies: [.init(401)]),
            ]
        )
        let backend = try Backend.start(scenario)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = callers
        configuration.timeoutIntervalForRequest = 3_600
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let sut = ReservationService(client: client(of: backend, over: URLSessionTransport(session: session)))
        try await withThrowingTaskGroup(of: [Reservation].self) { group in
            for _ in 0..<callers { group.addTask { try await sut.fetchReservations() } }
            // All have been rejected; a separate refresh of a caller would be in the journal by the end.
            try await backend.wait(for: .get("/api/v1/reservations"), count: callers, within: .seconds(300))
            try await backend.wait(for: .post("/auth/refresh"), within: .seconds(300))
            try backend.release("refresh")
            for try await list in group { #expect(list.isEmpty) }
        }
        await backend.journal.settled()
        #expect(backend.journal.count(of: "/auth/refresh") == 1)
        let statuses = try backend.journal.requests(.get("/api/v1/reservations")).map(\.status)
        #expect(statuses.count { $0 == 401 } == callers)
        #expect(statuses.count { $0 == 200 } == callers)
    }

    @Test("Twenty concurrent requests lead to one refresh in any order.", .backend("apps/parking/token-expiry"))
    func anyhow() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: client(of: backend, over: URLSessionTransport()))
        try await withThrowingTaskGroup(of: [Reservation].self) { group in
            for _ in 0..<callers { group.addTask { try await sut.fetchReservations() } }
            for try await list in group { #expect(list.count == 5) }
        }
        #expect(backend.journal.count(of: "/auth/refresh") == 1)
    }

    @Test("A 401 for the old token after the refresh does not lead to another one.")
    func late() async throws {
        let (arrived, mayGo) = (Barrier(count: 2), Barrier(count: 2))
        let slow = Scenario.Reply.later { request in
            if request.headers["Authorization"] == "Bearer access-2" { return .init(body: .json([])) }
            await arrived.arrive()
            await mayGo.arrive()
            return .init(401)
        }
        let refreshed: JSON = ["access_token": "access-2", "refresh_token": "refresh-2"]
        let scenario = Scenario(
            "late refusal",
            endpoints: [
                .post("/auth/refresh", replies: [.init(body: .json(refreshed), times: 1)]),
                .get("/api/v1/parking_spots", replies: [slow]),
                .get("/api/v1/reservations", replies: [.init(401), .init(body: .json([]))]),
            ]
        )
        let backend = try Backend.start(scenario)
        let client = client(of: backend, over: URLSessionTransport())
        let spots = Task { try await ParkingSpotService(client: client).fetchParkingSpots() }
        await arrived.arrive()
        _ = try await ReservationService(client: client).fetchReservations()
        await mayGo.arrive()
        #expect(try await spots.value.isEmpty)
        #expect(backend.journal.count(of: "/auth/refresh") == 1)
        #expect(backend.journal.count(of: "/api/v1/parking_spots") == 2)
    }

    @Test("A cancelled caller returns at once, and the others receive their value.", .timeLimit(.minutes(20)))
    func cancelledCaller() async throws {
        let sut = SingleFlight<Int>()
        let (started, landing) = (Barrier(count: 2), Barrier(count: 2))
        let first = Task {
            try await sut.value {
                await started.arrive()
                await landing.arrive()
                return 7
            }
        }
        await started.arrive()
        let second = Task { try await sut.value { 8 } }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await landing.arrive()
        // The second caller joins the flight or, if it is late, starts its own.
        #expect([7, 8].contains(try await second.value))
    }

    @Test("An operation that only reads is cancelled with its last caller, and the next caller starts another.")
    func reading() async throws {
        let sut = SingleFlight<Int>(isReading: true)
        let started = Barrier(count: 2)
        let (replies, reply) = AsyncStream.makeStream(of: Int.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let only = Task {
            try await sut.value {
                await started.arrive()
                for await value in replies { return value }
                end.yield(Task.isCancelled)
                throw CancellationError()
            }
        }
        await started.arrive()
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        #expect(try await sut.value { 8 } == 8)
        #expect(await ended.first { _ in true } == true)
        reply.finish()
    }

    @Test("A failure reaches every caller, and the next caller starts a new flight.")
    func failure() async throws {
        let sut = SingleFlight<Int>()
        await #expect(throws: AuthenticationError.self) { try await sut.value { throw AuthenticationError.signedOut } }
        #expect(try await sut.value { 7 } == 7)
    }

    @Test("A caller that is cancelled before its call starts nothing.")
    func cancelledBefore() async throws {
        let sut = SingleFlight<Int>()
        let barrier = Barrier(count: 2)
        let task = Task {
            await barrier.arrive()
            return try await sut.value { throw Unwanted(description: "it was started") }
        }
        task.cancel()
        await barrier.arrive()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
