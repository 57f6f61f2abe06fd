import Rehearsal

/// The rules on connections that carry no valid reply, TRN-06, TRN-07 and TRN-08.
enum InvalidMessages {
    static let none = Rule(
        "TRN-06",
        profile: .extended,
        "A connection that closes without a final reply is a transport error (connectionLost or badResponse).",
        source: "RFC 9112 §8",
        dependsOn: ["TRN-02"]
    ) { call in
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        var closing = call.testCase([call.recordedReply], attempts: attempts)
        closing.scenario.network = [Scenario.Network(.closing)]
        let cases = [
            ("fin", call.testCase([call.recordedReply.failing(Fault(.close, at: .beforeHead))], attempts: attempts)),
            ("fin-on-accept", closing),
            ("continue", call.testCase([.raw(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], attempts: attempts)),
        ]
        return cases.map { name, exercise in Rule.Draft(name, exercise) { $0.expectTransportError(.noReply) } }
    }

    static let invalidHead = Rule(
        "TRN-07",
        profile: .extended,
        "A reply whose head cannot be parsed is a transport error, and never a success, a hang or a crash.",
        source: "RFC 9112 §2.2, §4, §8",
        dependsOn: ["TRN-06"]
    ) { call in
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        let valid = call.rawReply()
        let heads: [(String, [UInt8], NetworkStackBehavior.ConnectionFailure)] = [
            ("version", call.rawReply(statusLine: "HTTX/1.1 200 OK"), .invalidHead),
            ("status", call.rawReply(statusLine: "HTTP/1.1 abc OK"), .invalidHead),
            ("garbage", Array("\u{1}\u{2}rehearsal\r\n\r\n".utf8), .invalidHead),
            ("head-fin", Array("HTTP/1.1 200 OK\r\nContent-Le".utf8), .cutHead),
            ("status-line", Array("HTTP/1.1 200 OK\r\n".utf8), .cutHead),
        ]
        let drafts = heads.map { name, bytes, loss in
            var exercise = call.testCase([.raw(bytes)], attempts: attempts)
            if loss == .cutHead { exercise.notApplicableReason = crashReason(call.declaration) }
            return Rule.Draft(name, exercise) { $0.expectTransportError(loss) }
        }
        let fields = [("no-colon", "rehearsal"), ("nul", "X-Rehearsal: a\0b")]
        return drafts
            + fields.map { name, line in
                let bytes = invalid(line, in: valid)
                return Rule.Draft(name, call.testCase([.raw(bytes)], attempts: attempts), examine: expectErrorOrValue)
                    .depending(on: "STAT-01", "STAT-05")
            }
    }

    static let length = Rule(
        "TRN-08",
        level: .should,
        profile: .extended,
        "A reply with an invalid Content-Length, or with two different ones, is an error.",
        source: "RFC 9112 §6.3",
        dependsOn: ["STAT-01", "TRN-03", "TRN-04", "DEC-01"]
    ) { call in
        try call.requireValue()
        try call.requireBody()
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        let body = call.reply.body
        let fields = [
            // The shorter length is first: a client that uses it receives an incomplete document.
            ("two-lengths", ["Content-Length: \(body.count / 2)", "Content-Length: \(body.count)"]),
            ("negative", ["Content-Length: -1"]), ("letters", ["Content-Length: abc"]),
        ]
        let drafts = fields.map { name, fields in
            var exercise = call.testCase([.raw(call.rawReply(fields: fields))], attempts: attempts)
            if fields.count > 1, call.declaration.usesURLSessionOnLinux {
                exercise.notApplicableReason =
                    "URLSession on Linux accepts two different lengths, whatever the client does"
            }
            return Rule.Draft(name, exercise) { $0.expectTransportOrDecodingError(.invalidLength) }
        }
        let chunks = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
        let fieldsOfBoth = ["Content-Length: \(body.count / 2)", "Transfer-Encoding: chunked"]
        let both = Scenario.Reply.raw(call.rawReply(fields: fieldsOfBoth, body: chunks))
        return drafts
            + [Rule.Draft("length-and-chunks", call.testCase([both], attempts: attempts), examine: expectErrorOrValue)]
    }

    /// Returns the reason why a client's network stack cannot be tested with an incomplete head; nil if it can.
    private static func crashReason(_ declaration: Declaration) -> String? {
        guard declaration.usesURLSessionOnLinux else { return nil }
        return "URLSession on Linux ends the process after an incomplete head (fault F37), whatever the client does"
    }

    /// Returns a reply with a line inserted after its status line.
    private static func invalid(_ line: String, in reply: [UInt8]) -> [UInt8] {
        let end = (reply.firstIndex(of: 0x0A) ?? -1) + 1
        return reply.replacing(end..<end, by: Array("\(line)\r\n".utf8))
    }

    /// Expects an error or the recorded value.
    ///
    /// RFC 9110 §5.5 permits a client to replace a NUL, and RFC 9112 §6.3 to prefer the chunks to a Content-Length.
    private static func expectErrorOrValue(_ exam: inout CaseAssertions) {
        for outcome in exam.evidence.answer.outcomes {
            switch outcome {
            case .value: exam.expectSuccess(of: outcome)
            case .hang, .crash, .timeout: exam.fail("expected an error or the value, got \(outcome)")
            default: break
            }
        }
        if exam.evidence.answer.outcomes.isEmpty { exam.fail("expected an error or the value, got no outcome") }
    }
}
