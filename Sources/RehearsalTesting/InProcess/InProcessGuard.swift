import Testing

/// Says, before a scenario plays in the process of a test, that a client may take the process with it.
enum InProcessGuard {
    /// A line on standard error for each hazard; nothing where `URLSession` survives them.
    static func warn(about scenario: Scenario) {
        #if os(Linux)
            for line in lines(about: scenario) { StandardError.write(line) }
        #endif
    }

    /// What is said in the task of a test, which is named.
    static func lines(about scenario: Scenario) -> [String] {
        Hazard.all(in: scenario).map { $0.warning(for: testName) }
    }

    private static var testName: String {
        guard let test = Test.current else { return "this run" }
        return "\"\(test.displayName ?? test.name)\" (\(test.sourceLocation.fileID):\(test.sourceLocation.line))"
    }
}
