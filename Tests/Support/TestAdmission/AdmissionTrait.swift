import RehearsalPlatform
package import Testing

/// A trait that limits the number of tests that run at the same time, in order of arrival.
///
/// Otherwise Swift Testing starts all tests of a target at once. They compete for threads, and a server under test
/// times out clients that wait too long.
package struct ConcurrencyLimitTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the trait applies to each test of a suite.
    package var isRecursive: Bool { true }

    private static let places = AsyncSemaphore(places: 8 * Processors.count)

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void,
    ) async throws {
        try await Self.places.withPermit { try await function() }
    }
}

extension Trait where Self == ConcurrencyLimitTrait {
    /// A trait that delays a test until fewer than the maximum number of tests run.
    package static var limitedConcurrency: Self { ConcurrencyLimitTrait() }
}
