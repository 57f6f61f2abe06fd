import Rehearsal

/// The rule on the framing of bodies, REQ-07.
enum Framing {
    static let rule = Rule(
        "REQ-07",
        profile: .extended,
        "A body has exactly one of Content-Length and Transfer-Encoding, and the length counts its bytes.",
        source: "RFC 9112 §6.3; RFC 9110 §8.6",
        dependsOn: ["REQ-04", "REQ-08"]
    ) { call in
        guard call.body != nil else { throw NotApplicableError("\(call.name) sends no body") }
        var drafts = [Rule.Draft("recorded", call.recordedCase, examine: expectFraming)]
        for argument in textsInBody(of: call.operation) {
            var exercise = call.recordedCase
            exercise.request.args = call.operation.arguments.replacing([argument: .string(text)])
            drafts.append(
                Rule.Draft("\(argument):unicode", exercise) { exam in
                    expectFraming(&exam)
                    expectText(&exam)
                }
            )
        }
        return drafts
    }

    /// A text with characters of one to four bytes.
    private static let text = "Gr\u{FC}\u{DF}e \u{6771}\u{4EAC} \u{1F697}"

    /// Returns the names of the text arguments that the declared body contains as a value.
    private static func textsInBody(of operation: Declaration.Operation) -> [String] {
        guard case .object(let members) = operation.args, let body = operation.body else { return [] }
        let texts = ValueChange.leaves(of: body).map(\.value)
        return members.compactMap { member in
            guard case .string(let text) = member.value, !text.isEmpty, member.name.isClauseName else { return nil }
            return texts.contains(member.value) ? member.name : nil
        }
    }

    /// Expects every request of the operation to have one length, which is that of its complete body.
    private static func expectFraming(_ exam: inout CaseAssertions) {
        for entry in exam.evidence.entries where entry.decision == .refused {
            exam.fail("expected valid framing, the server rejected the request: \(entry.violation ?? "no reason")")
        }
        if exam.operationRequests.isEmpty { exam.fail("expected a request with a body, saw none") }
        for entry in exam.operationRequests {
            let lengths = entry.headers.values(of: "Content-Length")
            let codings = entry.headers.values(of: "Transfer-Encoding")
            if lengths.count + codings.count != 1 {
                let seen = "\(lengths.count) and \(codings.count)"
                exam.fail("expected one of Content-Length and Transfer-Encoding, saw \(seen)")
            }
            if !entry.body.isComplete {
                exam.fail("expected \(lengths.first ?? "all") bytes of the body, saw \(entry.body.length)")
            }
        }
    }

    /// Expects the body of every request to be a JSON document that contains the text.
    private static func expectText(_ exam: inout CaseAssertions) {
        for entry in exam.operationRequests where entry.headers["Content-Encoding"] == nil {
            guard entry.body.kept.count == entry.body.length else { continue }
            guard let sent = try? JSON(parsing: entry.body.kept) else {
                let seen = "\(entry.body.length) bytes that are not JSON"
                exam.fail("expected the whole body with \(JSON.string(text).brief), saw \(seen)")
                continue
            }
            guard ValueChange.leaves(of: sent).contains(where: { $0.value == .string(text) }) else {
                exam.fail("expected \(JSON.string(text).brief) in the body, saw \(sent.brief)")
                continue
            }
        }
    }
}
