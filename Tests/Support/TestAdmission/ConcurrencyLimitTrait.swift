import RehearsalPlatform
package import Testing

/// A trait that limits the number of tests that run at the same time. Other tests wait, and start in order of arrival.
///
/// Without it, Swift Testing starts all tests of a target at once. The tests then compete for threads, and servers time
/// out clients that got no processor time.
package struct ConcurrencyLimitTrait: TestTrait, SuiteTrait, TestScoping {
    /// Whether the trait applies to each test of a suite.
    package var isRecursive: Bool { true }

    private static let places = AsyncSemaphore(permits: 8 * Processors.count)

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void,
    ) async throws {
        try await Self.places.withPermit { try await function() }
    }
}

extension Trait where Self == ConcurrencyLimitTrait {
    /// A trait that delays a test while the maximum number of tests, eight for each processor, are running.
    package static var limitedConcurrency: Self { ConcurrencyLimitTrait() }
}
