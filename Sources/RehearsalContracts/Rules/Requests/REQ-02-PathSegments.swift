import Rehearsal

/// The rule on arguments that are path segments, REQ-02.
enum PathSegments {
    static let rule = Rule(
        "REQ-02",
        profile: .extended,
        "An argument in the path is sent as one percent-encoded segment.",
        source: "RFC 3986 §2.2, §3.3",
        dependsOn: ["REQ-01"]
    ) { call in
        let segments = arguments(of: call.operation)
        if segments.isEmpty {
            throw NotApplicableError(
                "no argument of \(call.name) is a string that occurs once as a segment of its path (args)"
            )
        }
        return segments.flatMap { segment in
            testedArguments.map { name, text in
                var exercise = call.recordedCase
                let prefix = rawSegments(of: call.path)[..<segment.index].joined(separator: "/")
                exercise.scenario.endpoints[0].path = Scenario.PathPattern(stringLiteral: prefix + "/**")
                exercise.request.args = args(of: call.operation, text, for: segment.argument)
                return Rule.Draft("\(segment.argument):\(name)", exercise) { exam in
                    expectSegment(&exam, text, at: segment.index)
                }
            }
        }
    }

    /// The arguments that must be percent-encoded, with their names in clause IDs.
    private static let testedArguments = [("reserved", "a/b?c#d é"), ("parent", "../admin"), ("percent", "100%25")]

    /// Returns the string arguments that occur as one segment of the path.
    private static func arguments(of operation: Declaration.Operation) -> [(argument: String, index: Int)] {
        guard case .object(let members) = operation.args else { return [] }
        let segments = rawSegments(of: operation.path).map { PercentEncoding.decoded(Array($0.utf8)) }
        return members.compactMap { member in
            guard case .string(let text) = member.value, !text.isEmpty, member.name.isClauseName,
                segments.count(where: { $0 == Array(text.utf8) }) == 1,
                // If two arguments have the same string, the segment may come from either.
                members.count(where: { $0.value == member.value }) == 1
            else { return nil }
            return segments.firstIndex { $0 == Array(text.utf8) }.map { (member.name, $0) }
        }
    }

    /// Returns the arguments of the operation, with one of them replaced by a string.
    private static func args(of operation: Declaration.Operation, _ text: String, for argument: String) -> JSON {
        guard case .object(let members) = operation.args else { return operation.args }
        return .object(members.map { $0.name == argument ? JSON.Member($0.name, .string(text)) : $0 })
    }

    /// Returns the percent-encoded path segments of a target in origin or absolute form (RFC 9112 §3.2).
    private static func rawSegments(of target: String) -> [Substring] {
        var path = target[...]
        if !target.hasPrefix("/"), let authority = target.firstRange(of: "://")?.upperBound {
            path = target[authority...].drop { $0 != "/" }
        }
        return path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// Expects one path segment of every request to be the argument, and all other segments to be as declared.
    ///
    /// A client that rejects the argument and sends no request passes too.
    private static func expectSegment(_ exam: inout CaseAssertions, _ text: String, at index: Int) {
        let argument = JSON.string(text).brief
        if exam.attempts.isEmpty {
            let others = exam.unmatchedRequests
            let saw = others.isEmpty ? "" : " (saw \(others.joined(separator: ", ")))"
            return exam.expectOutcome("a request, or an error that rejects the argument \(argument)\(saw)") { outcome in
                if case .transport(let kind, _) = outcome {
                    return [.encoding, .other].contains(kind) && others.isEmpty
                }
                return [.invalidRequest, .domain].contains(outcome.kind)
            }
        }
        let decoded = { (segment: Substring) in PercentEncoding.decoded(Array(segment.utf8)) }
        var expected = rawSegments(of: exam.operation.path).map(decoded)
        expected[index] = Array(text.utf8)
        for entry in exam.attempts {
            let segments = rawSegments(of: entry.target)
            if segments.map(decoded) == expected, segments.allSatisfy({ $0.allSatisfy(\.isASCII) }) { continue }
            exam.fail("expected \(argument) as one path segment of \(exam.operation.path), saw \(entry.target)")
        }
    }
}
