import Rehearsal

/// The rules on arguments in the query and in header fields, and on invalid arguments, REQ-03, REQ-09 and REQ-10.
enum RequestArguments {
    static let query = Rule(
        "REQ-03",
        profile: .extended,
        "An argument in the query arrives unchanged, whether the server decodes it as a URI or as a form.",
        source: "RFC 3986 §3.4; WHATWG URL, application/x-www-form-urlencoded",
        dependsOn: ["REQ-01"]
    ) { call in
        let arguments = call.operation.arguments
        if arguments.query.isEmpty {
            throw NotApplicableError("the contract does not declare an argument of \(call.name) in its query (query)")
        }
        return arguments.query.sorted { $0.key < $1.key }.flatMap { parameter, argument in
            hostileTexts.map { name, text in
                var exercise = call.recordedCase
                exercise.request.args = arguments.replacing([argument: .string(text)])
                return Rule.Draft("\(argument):\(name)", exercise) { expectParameter(&$0, parameter, text) }
            }
        }
    }

    static let headers = Rule(
        "REQ-09",
        profile: .extended,
        "An argument in a header field cannot end the field: CR, LF and NUL are rejected or removed.",
        source: "RFC 9110 §5.5",
        dependsOn: ["REQ-01"]
    ) { call in
        let arguments = call.operation.arguments
        if arguments.headers.isEmpty {
            throw NotApplicableError(
                "the contract does not declare an argument of \(call.name) in a header field (headers)"
            )
        }
        return arguments.headers.sorted { $0.key < $1.key }.flatMap { field, argument in
            [("CRLF", "a\r\n\(injected): 1"), ("LF", "a\n\(injected): 1"), ("NUL", "a\0b")].map { name, text in
                var exercise = call.recordedCase
                exercise.request.args = arguments.replacing([argument: .string(text)])
                return Rule.Draft("\(argument):\(name)", exercise) { expectNoInjection(&$0, field, text) }
            }
        }
    }

    static let invalid = Rule(
        "REQ-10",
        profile: .extended,
        "A call with invalid arguments fails, and sends no request.",
        source: "the client's declaration (invalid)",
        dependsOn: ["REQ-01"]
    ) { call in
        let arguments = call.operation.arguments
        if arguments.invalid.isEmpty {
            throw NotApplicableError("the contract does not declare invalid arguments of \(call.name) (invalid)")
        }
        return arguments.invalid.sorted { $0.key < $1.key }.map { name, values in
            var exercise = call.recordedCase
            exercise.request.args = arguments.replacing(values)
            return Rule.Draft(name, exercise, examine: expectRejection)
        }
    }

    /// The texts that must be encoded in a query, with their names in clause IDs.
    private static let hostileTexts = [("plus", "a+b@c.com"), ("reserved", "x&y=1#z?"), ("text", "é 100%25")]

    /// The header field that a client sends if it does not reject a line break in the value of another one.
    private static let injected = "X-Rehearsal-Injected"

    /// Expects the parameter once in the target of every request, with this value in both decodings.
    private static func expectParameter(_ exam: inout CaseAssertions, _ parameter: String, _ text: String) {
        if exam.operationRequests.isEmpty {
            return exam.fail("expected a request with \(parameter) in its query, saw none")
        }
        for entry in exam.operationRequests {
            let query = QueryParameters(target: entry.target)
            let argument = JSON.string(text).brief
            guard query.values(of: parameter).count == 1 else {
                exam.fail("expected \(parameter) once in the query, with the value \(argument), saw \(entry.target)")
                continue
            }
            for (name, isForm) in [("a URI", false), ("a form", true)]
            where query.values(of: parameter, isForm: isForm) != [Array(text.utf8)] {
                exam.fail("expected \(argument) as \(parameter), decoded as \(name), saw \(entry.target)")
            }
        }
    }

    /// Expects no request with another field or with a control character in the field; a rejected call passes too.
    private static func expectNoInjection(_ exam: inout CaseAssertions, _ field: String, _ text: String) {
        let argument = JSON.string(text).brief
        for entry in exam.evidence.entries {
            if entry.headers[injected] != nil {
                exam.fail("expected \(argument) not to add a header field, saw \(injected)")
            } else if entry.decision == .refused {
                exam.fail("expected a valid request, the server rejected it: \(entry.violation ?? "no reason")")
            } else if entry.headers[field]?.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) == true {
                exam.fail("expected no control character in \(field), saw \(argument)")
            }
        }
        guard exam.evidence.entries.isEmpty else { return }
        exam.expectOutcome("a request, or an error that rejects the argument \(argument)") { outcome in
            ![.value, .hang, .crash].contains(outcome.kind)
        }
    }

    /// Expects no request, and an error that the client itself reports.
    private static func expectRejection(_ exam: inout CaseAssertions) {
        let seen = exam.evidence.entries.count
        if seen > 0 { exam.fail("expected no request for invalid arguments, saw \(seen)") }
        exam.expectOutcome("an error for the invalid argument") { [.invalidRequest, .domain].contains($0.kind) }
    }
}

/// The parameters in the query of a request target.
struct QueryParameters: Sendable {
    /// The parameters in order, each split at its first `=`, with escapes.
    let pairs: [(name: [UInt8], value: [UInt8])]

    init(target: String) {
        let query =
            target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1).dropFirst().first ?? target.utf8.prefix(0)
        pairs = query.prefix { $0 != UInt8(ascii: "#") }.split(separator: UInt8(ascii: "&")).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
        }
    }

    /// Returns the decoded values of a parameter.
    ///
    /// - Parameter isForm: whether `+` means a space, as in forms.
    func values(of name: String, isForm: Bool = false) -> [[UInt8]] {
        pairs.filter { PercentEncoding.decoded($0.name, plusIsSpace: isForm) == Array(name.utf8) }
            .map { PercentEncoding.decoded($0.value, plusIsSpace: isForm) }
    }

    /// Returns the parameters without one of them, sorted, as text.
    func texts(without name: String) -> [String] {
        pairs.filter { PercentEncoding.decoded($0.name) != Array(name.utf8) }
            .map { String(decoding: $0.name, as: UTF8.self) + "=" + String(decoding: $0.value, as: UTF8.self) }.sorted()
    }
}
