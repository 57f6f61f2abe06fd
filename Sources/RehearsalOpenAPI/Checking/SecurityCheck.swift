import Rehearsal

/// The check of the credentials of a request.
struct SecurityCheck {
    let contract: APIContract

    /// Returns a violation if the request meets none of the alternative requirements of its operation.
    func violations(in request: ContractRequest, _ operation: OpenAPIOperation) -> [ContractViolation] {
        guard let first = operation.security.first else { return [] }
        let query = SerializedPair.pairs(request.query)
        var alternatives: [String] = []
        for requirement in operation.security {
            let missing = requirement.items.compactMap { item -> String? in
                guard let scheme = contract.securitySchemes[item.scheme] else { return nil }
                return scheme.missingCredentials(in: request, query)
            }
            if missing.isEmpty { return [] }
            alternatives.append(missing.joined(separator: " and "))
        }
        let message =
            "the request has no valid credentials; the document requires "
            + alternatives.joined(separator: ", or ")
        return [.init(.missingCredentials, .credentials, at: first.place, message, expected: alternatives)]
    }

    /// The challenges of the schemes that an operation requires, for `WWW-Authenticate` (RFC 9110 §11.6.1).
    func challenges(of operation: OpenAPIOperation) -> [String] {
        var challenges: [String] = []
        for item in operation.security.flatMap(\.items) {
            guard let scheme = contract.securitySchemes[item.scheme], !challenges.contains(scheme.challenge) else {
                continue
            }
            challenges.append(scheme.challenge)
        }
        return challenges.filter { !$0.isEmpty }
    }
}

extension OpenAPISecurityScheme {
    /// Returns the credentials that a request lacks; nil if it has them.
    ///
    /// The form of the credentials is checked, and their value is not. A client certificate cannot be seen.
    fileprivate func missingCredentials(in request: ContractRequest, _ query: [SerializedPair]) -> String? {
        switch kind {
        case .apiKey(let name, let location):
            let isPresent =
                switch location {
                case .query: query.contains { $0.name == name && !$0.raw.isEmpty }
                case .cookie: request.cookies.contains { $0.name == name && !$0.raw.isEmpty }
                default: request.headers.values(of: name).contains { !$0.isEmpty }
                }
            return isPresent ? nil : "the \(location) \(location == .query ? "parameter " : "")\(name.quoted)"
        case .http(let scheme):
            let required = scheme.prefix(1).uppercased() + scheme.dropFirst()
            guard let text = credentials(scheme, in: request) else { return "\"Authorization: \(required) …\"" }
            guard scheme == "basic" else { return nil }
            let isValid = Base64.decoded(text)?.contains(UInt8(ascii: ":")) ?? false
            return isValid ? nil : "\"Authorization: Basic …\" with a name and a password in Base64"
        case .oauth2, .openIDConnect:
            return credentials("bearer", in: request) == nil ? "\"Authorization: Bearer …\"" : nil
        case .mutualTLS: return nil
        }
    }

    private func credentials(_ scheme: String, in request: ContractRequest) -> String? {
        for value in request.headers.values(of: "Authorization") {
            let name = value.prefix { $0 != " " }
            let rest = String(value.dropFirst(name.count).trimmed)
            if name.lowercased() == scheme, !rest.isEmpty { return rest }
        }
        return nil
    }

    fileprivate var challenge: String {
        switch kind {
        case .apiKey(let name, let location): "ApiKey in=\"\(location)\", name=\(name.quoted)"
        case .http("basic"): "Basic realm=\"api\""
        case .http(let scheme): scheme.prefix(1).uppercased() + scheme.dropFirst()
        case .oauth2, .openIDConnect: "Bearer"
        case .mutualTLS: ""
        }
    }
}
