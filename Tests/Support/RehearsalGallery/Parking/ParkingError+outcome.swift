import RehearsalContracts

extension ParkingError {
    /// The error as an outcome of a contract.
    var outcome: ClientOutcome {
        switch self {
        case .invalidArgument(let name): .invalidRequest(field: name)
        case .network(let failure): failure.outcome
        case .networkWithoutCode(let failure): failure.outcome.withoutCode
        case .http(let reply) where reply.status == 403: .auth(.forbidden, status: 403)
        case .http(let reply): .http(status: reply.status, headers: reply.headers, body: reply.body)
        case .unauthenticated(let reply): .auth(.unauthenticated, status: reply.status)
        case .refreshFailed(let reply): .auth(.refreshFailed, status: reply.status)
        case .unreadable(let reason, let status): .decoding(reason.kind, path: reason.path, status: status)
        case .spotUnavailable(let reply): .domain("spotUnavailable", status: reply.status)
        case .paymentFailed(let reason, let reply): .domain("paymentFailed", status: reply.status, reason: reason)
        }
    }
}

extension WireFailure {
    /// The failure as an outcome of a contract.
    var outcome: ClientOutcome {
        switch self {
        case .unknownHost: .transport(.dns, code: code)
        case .cannotConnect: .transport(.cannotConnect, code: code)
        case .connectionLost: .transport(.connectionLost, code: code)
        case .incomplete: .transport(.incomplete, code: code)
        case .malformed: .transport(.badResponse, code: code)
        case .timedOut: .timeout
        case .untrusted: .transport(.tls, code: code)
        case .undecodable: .transport(.encoding, code: code)
        }
    }
}

extension ClientOutcome {
    fileprivate var withoutCode: ClientOutcome {
        if case .transport(let kind, _) = self { .transport(kind) } else { self }
    }
}
