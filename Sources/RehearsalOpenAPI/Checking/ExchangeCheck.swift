package import Rehearsal

extension APIContract {
    /// Returns the reply of a server that enforces the document, if a request violates it.
    ///
    /// The status is the one of the first check that fails: the path (404), the method (405), the credentials (401),
    /// the media types (415, 406), the syntax of the body (400), the parameters and the body (422). The reply lists
    /// the violations of all checks. Notes are not enforced, and a CORS preflight is not checked.
    package func refusal(of request: ContractRequest) -> Scenario.RequestCheck.Refusal? {
        guard !request.isPreflight else { return nil }
        let result = check(request, hasNotes: false)
        let errors = result.errors
        guard let first = errors.min(by: { $0.kind.rank < $1.kind.rank }) else { return nil }
        let status = first.kind.status
        let details = ProblemDetails(
            "urn:rehearsal:problem:contract",
            title: "The request does not conform to the API document.",
            status: status,
            detail: text(of: first) + ".",
            more: [JSON.Member("violations", .array(errors.map { json(of: $0) }))]
        )
        var headers: Scenario.Headers = ["Content-Type": .some(ProblemDetails.mediaType)]
        if status == 405 { headers.append("Allow", Self.allowed(result.methods)) }
        if status == 401, let operation = result.operation {
            for challenge in SecurityCheck(contract: self).challenges(of: operations[operation].operation) {
                headers.append("WWW-Authenticate", challenge)
            }
        }
        return Scenario.RequestCheck.Refusal(
            reply: Scenario.Reply(status, headers: headers, body: .bytes(details.bytes)),
            reason: "contract: \(text(of: first))"
        )
    }

    /// Returns the value of `Allow`. A resource with GET also has HEAD.
    private static func allowed(_ methods: [String]) -> String {
        let hasImpliedHead = methods.contains("GET") && !methods.contains("HEAD")
        return methods.flatMap { $0 == "GET" && hasImpliedHead ? ["GET", "HEAD"] : [$0] }.joined(separator: ", ")
    }

    /// Returns a violation as an object for programs.
    package func json(of violation: ContractViolation) -> JSON {
        var members = [
            JSON.Member("kind", .string(violation.kind.rawValue)),
            JSON.Member("in", .string(violation.subject.description)),
            JSON.Member("message", .string(violation.message)),
        ]
        if let place = violation.place { members.append(JSON.Member("place", .string(text(of: place)))) }
        if !violation.expected.isEmpty { members.append(JSON.Member("expected", .texts(violation.expected))) }
        return .object(members)
    }
}

extension ContractViolation.Kind {
    /// The status of the reply to a request with the violation; 500 for a violation of a reply.
    package var status: Int {
        switch self {
        case .unknownPath: 404
        case .unknownMethod: 405
        case .missingCredentials: 401
        case .unsupportedType: 415
        case .unacceptableType: 406
        case .malformedBody: 400
        case .missingParameter, .malformedParameter, .invalidParameter, .unknownParameter, .missingBody, .invalidBody,
            .readOnlyProperty:
            422
        case .writeOnlyProperty, .undocumentedStatus, .undocumentedType, .undocumentedBody, .missingHeader,
            .invalidHeader:
            500
        }
    }

    /// The position of the status among those of one request; the lowest determines the reply.
    fileprivate var rank: Int { [404, 405, 401, 415, 406, 400, 422].firstIndex(of: status) ?? 7 }
}

/// A violation in an exchange.
package struct ExchangeViolation: Sendable {
    package let violation: ContractViolation
    /// Whether the reply violates the document, and not the request.
    package let isInReply: Bool
}

extension APIContract {
    /// Returns the violations of an exchange, first those of the request.
    ///
    /// - Parameters:
    ///   - entry: the request and the decision about it.
    ///   - reply: the reply of the scenario; nil if the server itself answered, or if the reply is unknown.
    package func violations(in entry: Journal.Entry, reply: ContractReply?) -> [ExchangeViolation] {
        guard entry.decision != .refused, entry.decision != .pending else { return [] }
        let request = ContractRequest(entry)
        guard !request.isPreflight else { return [] }
        let result = check(request)
        let found = result.violations.map { ExchangeViolation(violation: $0, isInReply: false) }
        guard let operation = result.operation, let reply, entry.decision == .reply, !entry.isRefusedByContract,
            entry.fault == nil
        else { return found }
        let inReply = check(reply, to: operation, method: entry.method)
        return found + inReply.map { ExchangeViolation(violation: $0, isInReply: true) }
    }

    /// The check that refuses requests which violate the document.
    package var requestCheck: Scenario.RequestCheck {
        Scenario.RequestCheck { request in
            refusal(of: ContractRequest(request)).map(Scenario.RequestCheck.Outcome.refused) ?? .admitted
        }
    }
}

extension Journal.Entry {
    /// Whether the server refused the request because it violates the contract.
    package var isRefusedByContract: Bool { policy?.hasPrefix("contract: ") ?? false }
}
