import RehearsalPlatform
package import Testing

/// Runs the tests of a suite as soon as one of a few places is free, first come first served.
///
/// Without it Swift Testing begins all tests of a target at once. Each of them then waits for all others each time that
/// it needs a thread, and a server under test gives up a client that has waited for so long.
package struct AdmissionTrait: TestTrait, SuiteTrait, TestScoping {
    /// Each test of the suite takes a place, not the suite.
    package var isRecursive: Bool { true }

    private static let places = AsyncSemaphore(places: 8 * Processors.count)

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void,
    ) async throws {
        try await Self.places.withPlace { try await function() }
    }
}

extension Trait where Self == AdmissionTrait {
    /// Runs a test when one of the places of all tests is free.
    package static var admitted: Self { AdmissionTrait() }
}
