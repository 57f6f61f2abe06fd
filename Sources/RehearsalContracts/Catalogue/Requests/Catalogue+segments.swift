import Rehearsal

extension Catalogue {
    static let segment = Rule(
        "REQ-02",
        .must,
        "An argument that is a segment of the path is sent as one segment, percent-encoded.",
        source: "RFC 3986 §2.2, §3.3",
        restsOn: ["REQ-01"]
    ) { _, operation in
        let segments = operation.argumentSegments
        if segments.isEmpty {
            return .notApplicable(
                "no argument of \(operation.name) is a text that is one segment of its path, and no other argument (args)"
            )
        }
        return .clauses(
            segments.flatMap { segment in
                oddNames.map { name, text in
                    var exercise = Exercise(operation, replies: [operation.recorded])
                    exercise.scenario.endpoints[0].path = operation.pattern(upTo: segment.index)
                    exercise.request.args = operation.args(text, for: segment.argument)
                    return Rule.Draft("\(segment.argument):\(name)", exercise) { exam in
                        exam.expectSegment(text, at: segment.index)
                    }
                }
            }
        )
    }

    private static let oddNames = [("reserved", "a/b?c#d é"), ("parent", "../admin"), ("percent", "100%25")]
}

extension Declaration.Operation {
    /// The arguments that are texts and stand in the path, each as one segment of it.
    fileprivate var argumentSegments: [(argument: String, index: Int)] {
        guard case .object(let members) = args else { return [] }
        let segments = path.rawSegments.map { PercentEncoding.decoded(Array($0.utf8)) }
        return members.compactMap { member in
            guard case .string(let text) = member.value, !text.isEmpty, member.name.isClauseName,
                segments.count(where: { $0 == Array(text.utf8) }) == 1,
                // Two arguments with one text are ambiguous.
                members.count(where: { $0.value == member.value }) == 1
            else { return nil }
            return segments.firstIndex { $0 == Array(text.utf8) }.map { (member.name, $0) }
        }
    }

    /// A pattern for every path that begins with the first segments of its own.
    fileprivate func pattern(upTo index: Int) -> Scenario.PathPattern {
        Scenario.PathPattern(stringLiteral: path.rawSegments[..<index].joined(separator: "/") + "/**")
    }

    /// The arguments with another text for one of them.
    fileprivate func args(_ text: String, for argument: String) -> JSON {
        guard case .object(let members) = args else { return args }
        return .object(members.map { $0.name == argument ? JSON.Member($0.name, .string(text)) : $0 })
    }
}

extension String {
    /// The segments of the path of a target in origin or absolute form (RFC 9112 §3.2), as they were sent.
    fileprivate var rawSegments: [Substring] {
        var path = self[...]
        if !hasPrefix("/"), let authority = firstRange(of: "://")?.upperBound {
            path = self[authority...].drop { $0 != "/" }
        }
        return path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    }
}

extension Examination {
    /// One segment of the path of every request is that text, and all other segments are as declared.
    ///
    /// A client may refuse the argument, and send nothing.
    fileprivate mutating func expectSegment(_ text: String, at index: Int) {
        let argument = JSON.string(text).brief
        if attempts.isEmpty {
            let others = others
            let saw = others.isEmpty ? "" : " (saw \(others.joined(separator: ", ")))"
            return expectOutcome("a request, or an error that refuses the argument \(argument)\(saw)") { outcome in
                if case .transport(let kind, _) = outcome {
                    return [.encoding, .other].contains(kind) && others.isEmpty
                }
                return [.invalidRequest, .domain].contains(outcome.kind)
            }
        }
        let decoded = { (segment: Substring) in PercentEncoding.decoded(Array(segment.utf8)) }
        var expected = operation.path.rawSegments.map(decoded)
        expected[index] = Array(text.utf8)
        for entry in attempts {
            let segments = entry.target.rawSegments
            if segments.map(decoded) == expected, segments.allSatisfy({ $0.allSatisfy(\.isASCII) }) { continue }
            complain("expected \(argument) as one segment of \(operation.path), saw \(entry.target)")
        }
    }
}
