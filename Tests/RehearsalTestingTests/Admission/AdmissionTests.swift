import RehearsalGallery
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalBackend
@testable import RehearsalTesting

/// The test cases with a backend that are running.
private actor RunningCases {
    static let shared = RunningCases()

    private var running = 0

    /// Runs a closure, and returns the largest number of cases that ran at any moment during it.
    func counted(_ body: @Sendable () async throws -> Void) async throws -> Int {
        running += 1
        defer { running -= 1 }
        let before = running
        try await body()
        return max(before, running)
    }
}

@Suite("Six hundred test cases, each with a backend", .limitedConcurrency)
struct AdmissionTests {
    private let bound = AsyncSemaphore.shared.permits

    @Test(
        "At most the admitted number of cases runs at a time with the trait.",
        .backend(.greeting),
        arguments: 0..<300
    )
    func trait(_ index: Int) async throws {
        let sut = try Backend.current
        let running = try await RunningCases.shared.counted { () throws in
            #expect(try await status(of: "hello", at: sut) == 200)
        }
        #expect(running <= bound)
    }

    @Test("At most the admitted number of cases runs at a time with the function.", arguments: 0..<300)
    func function(_ index: Int) async throws {
        let running = try await withBackend(.greeting) { sut in
            try await RunningCases.shared.counted { () throws in
                #expect(try await status(of: "hello", at: sut) == 200)
            }
        }
        #expect(running <= bound)
    }
}

@Suite("A test case that holds a place", .limitedConcurrency, .backend(.greeting), .timeLimit(.minutes(20)))
struct NestedAdmissionTests {
    private static let quick = Gallery.contract.clauses.prefix(20)

    @Test(
        "An admitted case starts more backends without waiting.",
        .backend(.refusal, as: "payments"),
        arguments: 0..<60
    )
    func backends(_ index: Int) async throws {
        let users = try Backend.current
        #expect(try await status(of: "hello", at: users) == 200)
        async let one = withBackend(.greeting) { sut in try await status(of: "hello", at: sut) }
        async let two = withBackend(.refusal) { outer in
            try await withBackend(.greeting) { _ in try await status(of: "hello", at: outer) }
        }
        #expect(try await one == 200)
        #expect(try await two == 403)
    }

    @Test(
        "An admitted case can wait for clauses that other cases try.",
        arguments: Array(quick) + Array(quick) + Array(quick)
    )
    func clauses(_ clause: Contract<ParkingClient>.Clause) async throws {
        try await expect(clause) { ParkingClient($0) }
    }
}
