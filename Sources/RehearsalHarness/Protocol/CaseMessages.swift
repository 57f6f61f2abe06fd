import Rehearsal
package import RehearsalContracts

extension CaseRequest {
    private static let coding = MessageCoding.object(
        CaseRequest(id: "", operation: ""),
        [
            .init("case", \.id, isRequired: true),
            .init("op", \.operation, isRequired: true),
            .init("args", \.args),
            .init("baseURL", \.baseURL, isRequired: true),
            .init("token", \.token, as: String.coding.orNull),
            .init("refreshToken", \.refreshToken, as: String.coding.orNull),
            .init("timeoutMs", \.timeout, as: Duration.coding.orNull),
            .init("deadlineMs", \.deadline, as: Duration.coding.orNull),
            .init("cancelAfterMs", \.cancelAfter, as: Duration.coding.orNull),
            .init("cancelOnlyFirst", \.cancelsOnlyFirst, omittedIf: { !$0 }),
            .init("repeat", \.repetitions, as: .integer(in: 1...1_000)),
            .init("then", \.then, omittedIf: \.isEmpty),
            .init("parallel", \.parallel, as: .integer(in: 1...1_000)),
            .init("staggerMs", \.stagger, omittedIf: { $0 == .zero }),
            .init("rows", \.rows, omittedIf: \.isEmpty),
            .init("store", \.store),
            .init("online", \.isOnline),
        ]
    )

    /// Creates the request from a message of the harness.
    package init(message: JSON) throws { self = try Self.coding.read(MessageValue(message)) }

    /// The message with which the harness sends the request.
    package var message: JSON { Self.coding.write(self) }
}

extension CaseAnswer {
    private enum Key {
        static let id = MessageKey<String>("case")
        static let outcomes = MessageKey<[ReportedOutcome]>("outcomes")
        static let elapsed = MessageKey<Duration>("elapsedMs")
        static let store = MessageKey<[String: JSON]>("store")
        static let cannotRun = MessageKey<String>("cannotRun")
    }

    /// Creates the answer from a message of the subject.
    package init(message: JSON) throws {
        let value = MessageValue(message)
        if let reason = try value[Key.cannotRun] {
            self = .cannotRun(reason)
        } else {
            let reported = try value.required(Key.outcomes)
            self = .outcomes(
                reported.map(\.outcome),
                elapsed: try value[Key.elapsed],
                store: try value[Key.store],
                errors: reported.contains { $0.error != nil } ? reported.map(\.error) : []
            )
        }
    }

    /// Returns the message with which the subject answers a case; nil for a call that did not return.
    package func message(for id: String) -> JSON? {
        let id = Key.id.member(id)
        switch self {
        case .outcomes(let outcomes, let elapsed, let store, let errors):
            let others = [elapsed.map(Key.elapsed.member), store.map(Key.store.member)]
            let reported = outcomes.enumerated().map { index, outcome in
                ReportedOutcome(outcome: outcome, error: index < errors.count ? errors[index] : nil)
            }
            return .object([id, Key.outcomes.member(reported)] + others.compactMap(\.self))
        case .cannotRun(let reason), .notJudged(let reason): return .object([id, Key.cannotRun.member(reason)])
        case .hang, .crash: return nil
        }
    }
}

/// An outcome in an answer, and the error that the call threw.
private struct ReportedOutcome: MessageCodable {
    var outcome: ClientOutcome
    var error: ThrownError?

    private static let type = MessageKey<String>("errorType")
    private static let guess = MessageKey<String>("guessedFrom")

    static let coding = MessageCoding<ReportedOutcome> { message in
        // Both members are read, so that no remark says that one of them is unknown.
        let (type, guess) = (try message[type], try message[guess])
        return ReportedOutcome(
            outcome: try ClientOutcome.coding.read(message),
            error: type.map { ThrownError(type: $0, guessedFrom: guess) }
        )
    } write: { reported in
        let outcome = ClientOutcome.coding.write(reported.outcome)
        guard let error = reported.error, case .object(let members) = outcome else { return outcome }
        return .object(members + [type.member(error.type)] + (error.guessedFrom.map { [guess.member($0)] } ?? []))
    }
}

extension ClientOutcome.Kind: MessageCodable {}
extension ClientOutcome.Decoding: MessageCodable {}
extension ClientOutcome.Transport: MessageCodable {}
extension ClientOutcome.Authentication: MessageCodable {}

extension ClientOutcome.Freshness: MessageCodable {
    static let coding = MessageCoding.object(
        ClientOutcome.Freshness.fresh,
        [
            .init("stale", \.isStale, omittedIf: { !$0 }),
            .init("fromCache", \.isFromCache, omittedIf: { !$0 }),
            .init("skipped", \.skipped),
        ]
    )
}

extension ClientOutcome: MessageCodable {
    private enum Key {
        static let kind = MessageKey<Kind>("kind")
        static let status = MessageKey("status", .status)
        static let value = MessageKey<JSON>("value")
        static let headers = MessageKey<Scenario.Headers>("headers")
        static let body = MessageKey("bodyBase64", .base64)
        static let decoding = MessageKey<Decoding>("detail")
        static let transport = MessageKey<Transport>("detail")
        static let authentication = MessageKey<Authentication>("detail")
        static let path = MessageKey<String>("path")
        static let code = MessageKey("code", .integer(in: Int(Int32.min)...Int(Int32.max)))
        static let field = MessageKey<String>("field")
        static let name = MessageKey<String>("name")
        static let reason = MessageKey<String>("reason")
    }

    static let coding = MessageCoding<ClientOutcome> { message in
        let status = try message[Key.status]
        let kind = try message.required(Key.kind)
        return switch kind {
        case .value: .value(try message[Key.value] ?? .null, try Freshness.coding.read(message))
        case .http:
            .http(
                status: try message.required(Key.status),
                headers: try message[Key.headers] ?? [:],
                body: try message[Key.body]
            )
        case .decoding: .decoding(try message.required(Key.decoding), path: try message[Key.path], status: status)
        case .transport: .transport(try message.required(Key.transport), code: try message[Key.code])
        case .timeout: .timeout
        case .cancelled: .cancelled
        case .auth: .auth(try message.required(Key.authentication), status: status)
        case .invalidRequest: .invalidRequest(field: try message[Key.field])
        case .domain: .domain(try message.required(Key.name), status: status, reason: try message[Key.reason])
        case .hang, .crash:
            throw MessageError(message.place, "only the harness may report the outcome \(kind.rawValue)")
        }
    } write: { outcome in
        let details: [JSON.Member?] =
            switch outcome {
            case .value(let value, _): [Key.value.member(value)]
            case .http(_, let headers, let body): [Key.headers.member(headers), body.map(Key.body.member)]
            case .decoding(let detail, let path, _): [Key.decoding.member(detail), path.map(Key.path.member)]
            case .transport(let detail, let code): [Key.transport.member(detail), code.map(Key.code.member)]
            case .auth(let detail, _): [Key.authentication.member(detail)]
            case .invalidRequest(let field): [field.map(Key.field.member)]
            case .domain(let name, _, let reason): [Key.name.member(name), reason.map(Key.reason.member)]
            case .crash(let reason): [Key.reason.member(reason)]
            case .timeout, .cancelled, .hang: []
            }
        let head = [Key.kind.member(outcome.kind), outcome.status.map(Key.status.member)]
        return .object((head + details).compactMap(\.self) + outcome.freshness)
    }

    /// The members for the source of a returned value; empty for any other outcome.
    private var freshness: [JSON.Member] {
        guard case .value(_, let freshness) = self, case .object(let members) = Freshness.coding.write(freshness)
        else { return [] }
        return members
    }
}
