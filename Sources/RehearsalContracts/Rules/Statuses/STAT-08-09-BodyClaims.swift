import Rehearsal

/// The rules on bodies that contradict the status of their reply, STAT-08 and STAT-09.
enum BodyClaims {
    static let problem = Rule(
        "STAT-08",
        level: .should,
        profile: .extended,
        "A problem document with members of wrong types, or with another status, does not change the reported status.",
        source: "RFC 9457 §3.1, §3.1.2, §3.2",
        dependsOn: ["STAT-02", "REPO-13"]
    ) { call in
        guard call.features.problemJSON else {
            throw NotApplicableError("the client does not declare that it reads problem documents (problemJSON)")
        }
        let plain = [422, 400, 418].first { call.domainErrors[$0] == nil && call.attempts(after: $0) == 1 }
        // A client most probably reads the document of a status that has a domain error.
        let named = call.domainErrors.keys.sorted().first { 402..<500 ~= $0 && call.attempts(after: $0) == 1 }
        return [plain, named].compactMap(\.self).flatMap { status in
            documents.map { name, document in
                let reply = Scenario.Reply(status, body: .bytes(Array(document.utf8), type: "application/problem+json"))
                return Rule.Draft("\(status)-\(name)", call.testCase(failing: reply)) {
                    $0.expectFailure(status: status)
                }
            }
        }
    }

    /// Problem documents whose members a client must ignore.
    private static let documents = [
        ("types", #"{"type": 1, "title": [], "status": "x", "detail": {"a": 1}, "instance": true, "x": []}"#),
        ("status", #"{"type": "about:blank", "title": "OK", "status": 200, "balance": 30}"#),
    ]

    static let status = Rule(
        "STAT-09",
        profile: .extended,
        "The status line decides: an error document in a 200 is not a value, and a 404 that claims success is an error.",
        source: "RFC 9110 §15",
        dependsOn: ["STAT-02"]
    ) { call in
        let claim = Scenario.Reply(404, body: .json(["success": true, "status": "ok", "code": 200]))
        let failed = Rule.Draft("404-success", call.testCase(failing: claim)) { $0.expectFailure(status: 404) }
        guard !call.isVoid, rejectsOtherObjects(call.operation) else { return [failed] }
        let error = call.operation.makeReply(200, body: Array(#"{"error": "It was not done"}"#.utf8))
        let unread = Rule.Draft("200-error", call.testCase([error])) { exam in
            exam.expectOutcome("a decoding or domain error") { [.decoding, .domain].contains($0.kind) }
        }
        return [failed, unread.depending(on: "DEC-01", "DEC-02", "DEC-12")]
    }

    /// Whether an object without any of the declared fields is certainly not a valid reply to the operation.
    private static func rejectsOtherObjects(_ operation: Declaration.Operation) -> Bool {
        guard let root = operation.reply.document?.root else { return false }
        return root.kind != .object || BodyFields(operation).hasRequiredMember
    }
}
