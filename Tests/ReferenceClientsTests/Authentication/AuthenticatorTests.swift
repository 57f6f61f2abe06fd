import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("An authenticator", .limitedConcurrency)
struct AuthenticatorTests {
    private let old = Tokens(access: "access-1", refresh: "refresh-1")

    private func service(_ backend: Backend, _ tokens: Tokens?) -> ReservationService {
        let transport = RetryingTransport(URLSessionTransport(), clock: RecordingClock())
        let authenticator = Authenticator(
            client: APIClient(baseURL: backend.baseURL, transport: transport),
            tokens: tokens
        )
        return ReservationService(
            client: APIClient(baseURL: backend.baseURL, tokens: authenticator, transport: transport)
        )
    }

    @Test("The token of the login is sent with the next request.", .backend("apps/parking/happy-path"))
    func logIn() async throws {
        let backend = try Backend.current
        let client = APIClient(baseURL: backend.baseURL)
        let sut = Authenticator(client: client)
        try await sut.logIn(Credentials(email: "robin@parking.example", password: "secret"))
        let service = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: sut))
        #expect(try await service.fetchReservations().count == 5)
        let entries = backend.journal.entries
        #expect(entries.map { "\($0.method) \($0.target)" } == ["POST /auth/login", "GET /api/v1/reservations"])
        #expect(entries[0].text.contains(#""email":"robin@parking.example""#))
        #expect(entries.map { $0.headers["Authorization"] } == [nil, "Bearer access-1"])
    }

    @Test("A request without a login is not sent.", .backend("apps/parking/happy-path"))
    func signedOut() async throws {
        let backend = try Backend.current
        let error = await #expect(throws: AuthenticationError.self) {
            try await service(backend, nil).fetchReservations()
        }
        #expect(error?.localizedDescription == "Please sign in again.")
        #expect(backend.journal.count == 0)
    }

    @Test("A 401 leads to one refresh, and the request is sent once more.", .backend("apps/parking/token-expiry"))
    func refreshes() async throws {
        let backend = try Backend.current
        #expect(try await service(backend, old).fetchReservations().count == 5)
        let entries = backend.journal.entries
        #expect(entries.map(\.status) == [401, 200, 200])
        #expect(entries.map(\.target)[1] == "/auth/refresh")
        #expect(entries[1].text == #"{"refresh_token":"refresh-1"}"#)
        #expect(entries.map { $0.headers["Authorization"] } == ["Bearer access-1", nil, "Bearer access-2"])
    }

    @Test("A rejected fresh token is not refreshed again.", .backend("apps/parking/always-unauthorized"))
    func stops() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await service(backend, old).fetchReservations() }
        #expect(error.failure?.status == 401)
        #expect(backend.journal.count(of: "/auth/refresh") == 1)
        #expect(backend.journal.count(of: "/api/v1/reservations") == 2)
    }

    @Test("A fixed token reports its 401.", .backend("apps/parking/always-unauthorized"))
    func fixed() async throws {
        let backend = try Backend.current
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: .stub))
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.failure?.status == 401)
        #expect(backend.journal.count == 1)
    }

    @Test(
        "A rejected refresh signs out, and no further request is sent with the old token.",
        .backend("apps/parking/session-expired")
    )
    func refused() async throws {
        let backend = try Backend.current
        let sut = service(backend, old)
        let error = await #expect(throws: AuthenticationError.self) { try await sut.fetchReservations() }
        guard case .refreshFailed(let failure) = error else {
            throw Unwanted(description: "\(String(describing: error))")
        }
        #expect(failure.status == 401)
        await #expect(throws: AuthenticationError.self) { try await sut.fetchReservations() }
        #expect(backend.journal.requests == ["GET /api/v1/reservations", "POST /auth/refresh"])
    }

    @Test("A temporarily failed refresh keeps the tokens and is not repeated by itself.")
    func transient() async throws {
        let list: Scenario.Reply = .init(body: .json([]))
        let scenario = Scenario(
            "refresh is down",
            endpoints: [
                .post("/auth/refresh", replies: [.init(503), .init(body: .json(["access_token": "access-2"]))]),
                .get("/api/v1/reservations", replies: [.init(401), .init(401), list]),
            ]
        )
        let backend = try Backend.start(scenario)
        let sut = service(backend, old)
        let error = try await networkError { try await sut.fetchReservations() }
        #expect(error.failure?.status == 503)
        #expect(try await sut.fetchReservations().isEmpty)
        #expect(
            backend.journal.requests("POST").map(\.text)
                == Array(repeating: #"{"refresh_token":"refresh-1"}"#, count: 2)
        )
    }

    @Test("A refresh that is not found is an error of the sign-in, not of the request, and keeps the tokens.")
    func refreshNotFound() async throws {
        let scenario = Scenario(
            "refresh is not found",
            endpoints: [
                .post("/auth/refresh", replies: [.init(404), .init(body: .json(["access_token": "access-2"]))]),
                .get("/api/v1/reservations", replies: [.init(401), .init(401), .init(body: .json([]))]),
            ]
        )
        let backend = try Backend.start(scenario)
        let sut = service(backend, old)
        let error = await #expect(throws: AuthenticationError.self) { try await sut.fetchReservations() }
        guard case .refreshFailed(let failure) = error else {
            throw Unwanted(description: "\(String(describing: error))")
        }
        #expect(failure.status == 404)
        #expect(try await sut.fetchReservations().isEmpty)
    }

    @Test("The failed attempts before a refresh count against the retries after it.")
    func attemptsBeforeRefresh() async throws {
        let statuses = [503, 401, 503, 503, 503]
        let scenario = Scenario(
            "attempts before a refresh",
            endpoints: [
                .post("/auth/refresh", replies: [.init(body: .json(["access_token": "access-2"]))]),
                .get("/api/v1/reservations", replies: statuses.map { Scenario.Reply($0) }),
            ]
        )
        let backend = try Backend.start(scenario)
        let error = try await networkError { try await service(backend, old).fetchReservations() }
        #expect(error.failure?.status == 503)
        #expect(backend.journal.requests("GET").count == 4)
    }

    @Test("Every refresh sends the newest refresh token once.")
    func rotates() async throws {
        let refreshes = (1...3).map { number in
            Scenario.Reply(body: .json(["access_token": "a", "refresh_token": .string("refresh-\(number + 1)")]))
        }
        let replies: [Scenario.Reply] = (0..<3).flatMap { _ in [.init(401), .init(body: .json([]))] }
        let backend = try Backend.start(
            Scenario(
                "rotation",
                endpoints: [.post("/auth/refresh", replies: refreshes), .get("/api/v1/reservations", replies: replies)]
            )
        )
        let sut = service(backend, old)
        for _ in 0..<3 { _ = try await sut.fetchReservations() }
        #expect(backend.journal.requests("POST").map(\.text) == (1...3).map { #"{"refresh_token":"refresh-\#($0)"}"# })
    }

    @Test("A late refresh reply does not undo a logout.")
    func signsOutMeanwhile() async throws {
        let (arrived, mayGo) = (Barrier(count: 2), Barrier(count: 2))
        let late = Scenario.Reply.later { _ in
            await arrived.arrive()
            await mayGo.arrive()
            return .init(body: .json(["access_token": "access-2", "refresh_token": "refresh-2"]))
        }
        let endpoints: [Scenario.Endpoint] = [
            .post("/auth/refresh", replies: [late]), .get("/api/v1/reservations", replies: [.init(401)]),
        ]
        let backend = try Backend.start(Scenario("slow refresh", endpoints: endpoints))
        let authenticator = Authenticator(client: APIClient(baseURL: backend.baseURL), tokens: old)
        let sut = ReservationService(client: APIClient(baseURL: backend.baseURL, tokens: authenticator))
        let fetch = Task { try await sut.fetchReservations() }
        await arrived.arrive()
        await authenticator.logOut()
        await mayGo.arrive()
        await #expect(throws: AuthenticationError.self) { try await fetch.value }
        await #expect(throws: AuthenticationError.self) { try await sut.fetchReservations() }
        #expect(backend.journal.requests == ["GET /api/v1/reservations", "POST /auth/refresh"])
    }
}
