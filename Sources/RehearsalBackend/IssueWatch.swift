import Testing

/// An observer of the issues of a test, which Swift Testing offers to traits only.
struct IssueWatch {
    private let flag = OneWayFlag()

    /// Whether an issue has failed the test.
    var hasFailed: Bool { flag.isSet }

    /// Runs a closure, and notes whether an issue is recorded meanwhile.
    func observe(_ test: Test, _ testCase: Test.Case?, during body: @Sendable () async throws -> Void) async throws {
        let flag = flag
        let trait: IssueHandlingTrait = .compactMapIssues { issue in
            if issue.failsTest { flag.set() }
            return issue
        }
        try await trait.provideScope(for: test, testCase: testCase, performing: body)
    }
}

extension Issue {
    /// Whether the issue is neither known nor a warning.
    fileprivate var failsTest: Bool {
        #if compiler(>=6.3)
            isFailure
        #else
            !isKnown
        #endif
    }
}
