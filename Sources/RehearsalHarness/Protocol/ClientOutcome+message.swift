#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
import RehearsalContracts

extension ClientOutcome {
    /// What a call came to, as a client in a process of its own says it.
    init(_ value: MessageValue) throws(MessageError) {
        let status = try value["status"]?.status()
        let kind: Kind = try value.member("kind").word()
        self =
            switch kind {
            case .value: .value(value["value"]?.json ?? .null, try Freshness(value))
            case .http:
                .http(
                    status: try value.member("status").status(),
                    headers: try value["headers"].map { value throws(MessageError) in try Scenario.Headers(value) }
                        ?? [:],
                    body: try value["bodyBase64"]?.base64()
                )
            case .decoding:
                .decoding(try value.member("detail").word(), path: try value["path"]?.string(), status: status)
            case .transport:
                .transport(
                    try value.member("detail").word(),
                    code: try value["code"]?.integer(in: Int(Int32.min)...Int(Int32.max))
                )
            case .timeout: .timeout
            case .cancelled: .cancelled
            case .auth: .auth(try value.member("detail").word(), status: status)
            case .invalidRequest: .invalidRequest(field: try value["field"]?.string())
            case .domain:
                .domain(try value.member("name").string(), status: status, reason: try value["reason"]?.string())
            case .hang, .crash:
                throw MessageError(value.place, "a subject does not say of itself that it came to a \(kind.rawValue)")
            }
    }

    /// As it is said.
    var message: JSON {
        let details: KeyValuePairs<String, JSON?> =
            switch self {
            case .value(let value, let freshness):
                [
                    "value": value,
                    "stale": freshness.isStale ? true : nil,
                    "fromCache": freshness.isFromCache ? true : nil,
                    "skipped": freshness.skipped.map { .integer($0) },
                ]
            case .http(_, let headers, let body):
                ["headers": headers.pairs, "bodyBase64": body.map { .string(Data($0).base64EncodedString()) }]
            case .decoding(let detail, let path, _):
                ["detail": .string(detail.rawValue), "path": path.map { .string($0) }]
            case .transport(let detail, let code):
                ["detail": .string(detail.rawValue), "code": code.map { .integer($0) }]
            case .auth(let detail, _): ["detail": .string(detail.rawValue)]
            case .invalidRequest(let field): ["field": field.map { .string($0) }]
            case .domain(let name, _, let reason): ["name": .string(name), "reason": reason.map { .string($0) }]
            case .crash(let reason): ["reason": .string(reason)]
            case .timeout, .cancelled, .hang: [:]
            }
        let head: [JSON.Member] =
            [JSON.Member("kind", .string(kind.rawValue))]
            + (status.map { [JSON.Member("status", .integer($0))] } ?? [])
        return .object(head + details.compactMap { name, value in value.map { JSON.Member(name, $0) } })
    }
}

extension ClientOutcome.Freshness {
    fileprivate init(_ value: MessageValue) throws(MessageError) {
        self.init(
            isStale: try value["stale"]?.bool() ?? false,
            isFromCache: try value["fromCache"]?.bool() ?? false,
            skipped: try value["skipped"]?.integer()
        )
    }
}
