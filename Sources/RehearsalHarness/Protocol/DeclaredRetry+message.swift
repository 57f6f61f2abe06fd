import Rehearsal
import RehearsalContracts

extension DeclaredRetry {
    /// What a hello says of it; what it leaves out is as it is where nothing is said.
    init(_ value: MessageValue) throws(MessageError) {
        self.init()
        guard case .object = value.json else { throw value.wrong("an object") }
        if let value = value["maxAttempts"] { attempts = try value.integer(in: 1...1_000) }
        if let value = value["baseMs"] { base = try value.milliseconds() }
        if let value = value["factor"] { factor = try value.number(in: 0...1_000) }
        if let value = value["capMs"] { cap = try value.milliseconds() }
        if let value = value["jitter"] { jitter = try Jitter(value) }
        if let value = value["statuses"] {
            statuses = Set(try value.each { value throws(MessageError) in try value.status() })
        }
        if let value = value["statusesWithRetryAfter"] {
            statusesWithRetryAfter = Set(try value.each { value throws(MessageError) in try value.status() })
        }
        if let value = value["baseMsByStatus"] {
            bases = try value.byStatus { value throws(MessageError) in try value.milliseconds() }
        }
        if let value = value["methods"] { methods = try value.methods() }
        if let value = value["methodsAfterLoss"] { methodsAfterLoss = try value.methods() }
        if let value = value["afterLoss"] { afterLoss = try value.bool() }
        if let value = value["afterRefusal"] { afterRefusal = try value.bool() }
        if let value = value["afterTimeout"] { afterTimeout = try value.bool() }
        if let value = value["honorsRetryAfter"] { honorsRetryAfter = try value.bool() }
        if let value = value["retryAfterCapMs"] { retryAfterCap = try value.milliseconds() }
        if let value = value["beginsAtOnce"] { beginsAtOnce = try value.bool() }
    }

    /// As a hello says it.
    var message: JSON {
        .message([
            "maxAttempts": .integer(attempts),
            "baseMs": .milliseconds(base),
            "factor": .init(floatLiteral: factor),
            "capMs": .milliseconds(cap),
            "jitter": jitter.message,
            "statuses": .array(statuses.sorted().map { .integer($0) }),
            "statusesWithRetryAfter": statusesWithRetryAfter.isEmpty
                ? nil : .array(statusesWithRetryAfter.sorted().map { .integer($0) }),
            "baseMsByStatus": bases.isEmpty
                ? nil : .object(bases.sorted { $0.key < $1.key }.map { .init("\($0.key)", .milliseconds($0.value)) }),
            "methods": .methods(methods),
            "methodsAfterLoss": methodsAfterLoss.map { .methods($0) },
            "afterLoss": .bool(afterLoss),
            "afterRefusal": afterRefusal.map { .bool($0) },
            "afterTimeout": .bool(afterTimeout),
            "honorsRetryAfter": .bool(honorsRetryAfter),
            "retryAfterCapMs": retryAfterCap.map { .milliseconds($0) },
            "beginsAtOnce": beginsAtOnce ? true : nil,
        ])
    }
}

extension DeclaredRetry.Jitter {
    /// A word, `{"proportional": 0.5}` or `{"additiveMs": 1000}`.
    init(_ value: MessageValue) throws(MessageError) {
        // Both are read, so that each is known.
        let (share, duration) = (value["proportional"], value["additiveMs"])
        if let share {
            self = .proportional(try share.number(in: 0...1))
        } else if let duration {
            self = .additive(try duration.milliseconds())
        } else {
            self =
                switch value.json {
                case "none": .none
                case "full": .full
                case "equal": .equal
                case "decorrelated": .decorrelated
                case "smooth": .smooth
                default:
                    throw value.wrong(
                        "none, full, equal, decorrelated, smooth, {\"proportional\": …} or {\"additiveMs\": …}"
                    )
                }
        }
    }

    var message: JSON {
        switch self {
        case .none: "none"
        case .full: "full"
        case .equal: "equal"
        case .decorrelated: "decorrelated"
        case .smooth: "smooth"
        case .proportional(let share): ["proportional": .init(floatLiteral: share)]
        case .additive(let duration): ["additiveMs": .milliseconds(duration)]
        }
    }
}

extension MessageValue {
    /// A list of methods.
    fileprivate func methods() throws(MessageError) -> Set<Scenario.Method> {
        Set(try each { value throws(MessageError) in try value.method() })
    }
}

extension JSON {
    /// The names of methods, sorted.
    fileprivate static func methods(_ methods: Set<Scenario.Method>) -> JSON {
        .array(methods.map(\.rawValue).sorted().map { .string($0) })
    }
}
