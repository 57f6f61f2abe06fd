import Rehearsal
import RehearsalContracts

extension DeclaredFeatures.Fallback: MessageCodable {}
extension DeclaredFeatures.Pagination: MessageCodable {}
extension DeclaredFeatures.UnknownEnum: MessageCodable {}

extension DeclaredFeatures: MessageCodable {
    /// The features of a client whose hello message declares none.
    static let unstated: DeclaredFeatures = {
        var features = DeclaredFeatures()
        (features.cancellation, features.parallel) = (false, false)
        return features
    }()

    static let coding = MessageCoding.object(
        unstated,
        [
            .init("fallback", \.fallback),
            .init("authRefresh", \.authRefresh, as: AuthRefresh.declared, omittedIf: { $0 == nil }),
            .init("idempotencyKey", \.idempotencyKey, as: .token("a header field")),
            .init("pagination", \.pagination),
            .init("unknownEnum", \.unknownEnum),
            .init("cancellation", \.cancellation),
            .init("deadline", \.deadline),
            .init("problemJSON", \.problemJSON),
            .init("validators", \.validators),
            .init("storesPerUser", \.storesPerUser, omittedIf: { !$0 }),
            .init("redirects", \.redirects, omittedIf: { !$0 }),
            .init("correlationID", \.correlationID, as: .token("a header field")),
            .init("sequences", \.sequences, omittedIf: { !$0 }),
            // A clock cannot be passed to another process.
            .init("clockInjection", \.clockInjection, as: MessageCoding(read: Bool.coding.read, write: { _ in false })),
            .init("parallel", \.parallel),
            .init("refusesContentType", \.refusesContentType),
            .init("asksOnlyOnline", \.requestsOnlyOnline),
            .init("maxConnections", \.maximumConnections, as: .integer(in: 1...1_000)),
            .init("latestWins", \.latestWins, omittedIf: { !$0 }),
            .init("callControl", \.callControl, omittedIf: { !$0 }),
            .init("tls", \.tls, omittedIf: { !$0 }),
        ]
    )
}

extension DeclaredFeatures.AuthRefresh {
    private static let coding = MessageCoding.object(
        DeclaredFeatures.AuthRefresh(),
        expecting: "true, false or an object",
        [
            .init("method", \.method),
            .init("path", \.path, as: .path),
            .init(
                "reply",
                \.reply,
                as: JSON.coding.checked { reply, message in
                    guard DeclaredFeatures.AuthRefresh(reply: reply).containsToken else {
                        throw message.mismatch(DeclaredFeatures.AuthRefresh.replyForm)
                    }
                }
            ),
            .init("limit", \.limit, as: .integer(in: 1...1_000)),
        ]
    )

    /// The form of a token refresh: `false` for none, `true` for the default, or an object with its values.
    static let declared = MessageCoding<DeclaredFeatures.AuthRefresh?>(
        read: { message in
            switch message.json {
            case false: nil
            case true: DeclaredFeatures.AuthRefresh()
            default: try coding.read(message)
            }
        },
        write: { $0.map(coding.write) ?? false }
    )
}

extension DeclaredRetry: MessageCodable {
    static let coding = MessageCoding.object(
        DeclaredRetry(),
        [
            .init("maxAttempts", \.attempts, as: .integer(in: 1...1_000)),
            .init("baseMs", \.base),
            .init("factor", \.factor, as: .number(in: 0...1_000)),
            .init("capMs", \.cap),
            .init("jitter", \.jitter),
            .init("statuses", \.statuses, as: statusSet),
            .init("statusesWithRetryAfter", \.statusesWithRetryAfter, as: statusSet, omittedIf: \.isEmpty),
            .init("baseMsByStatus", \.bases, as: Duration.coding.byStatus, omittedIf: \.isEmpty),
            .init("methods", \.methods, as: methodSet),
            .init("methodsAfterLoss", \.methodsAfterLoss, as: methodSet),
            .init("afterLoss", \.afterLoss),
            .init("afterRefusal", \.afterRefusal),
            .init("afterTimeout", \.afterTimeout),
            .init("honorsRetryAfter", \.honorsRetryAfter),
            .init("retryAfterCapMs", \.retryAfterCap),
            .init("beginsAtOnce", \.firstRetryIsImmediate, omittedIf: { !$0 }),
            .init("budget", \.budget, as: .integer(in: 1...1_000_000)),
        ]
    )

    private static let statusSet = MessageCoding.status.set(sortedBy: \.self)
    private static let methodSet = Scenario.Method.coding.set(sortedBy: \.rawValue)
}

extension DeclaredRetry.Jitter: MessageCodable {
    private static let names: KeyValuePairs<String, DeclaredRetry.Jitter> = [
        "none": .none, "full": .full, "equal": .equal, "decorrelated": .decorrelated, "smooth": .smooth,
    ]
    private static let share = MessageKey("proportional", .number(in: 0...1))
    private static let bound = MessageKey<Duration>("additiveMs")

    /// The form of jitter: a name, `{"proportional": 0.5}` or `{"additiveMs": 1000}`.
    static let coding = MessageCoding<DeclaredRetry.Jitter> { message in
        // Both members are read, so that no remark says that one of them is unknown.
        let (hasShare, hasBound) = (message[share.name] != nil, message[bound.name] != nil)
        if hasShare { return .proportional(try message.required(share)) }
        if hasBound { return .additive(try message.required(bound)) }
        guard let named = names.first(where: { message.json == .string($0.key) }) else {
            let list = names.map(\.key).joined(separator: ", ")
            throw message.mismatch("one of \(list), {\"proportional\": …} or {\"additiveMs\": …}")
        }
        return named.value
    } write: { jitter in
        switch jitter {
        case .proportional(let value): .object([share.member(value)])
        case .additive(let value): .object([bound.member(value)])
        default: .text(names.first { $0.value == jitter }?.key)
        }
    }
}
