import Testing

/// Says, before a scenario plays in the process of a test, that a client may take the process with it.
enum InProcessGuard {
    /// A line on standard error for each hazard; nothing where `URLSession` survives all of them.
    static func warn(about scenario: Scenario) {
        #if os(Linux)
            let hazards = Hazard.all(in: scenario)
            guard !hazards.isEmpty else { return }
            for hazard in hazards { StandardError.write(hazard.warning(for: testName)) }
        #endif
    }

    private static var testName: String {
        guard let test = Test.current else { return "this run" }
        return "\"\(test.displayName ?? test.name)\" (\(test.sourceLocation.fileID):\(test.sourceLocation.line))"
    }
}
