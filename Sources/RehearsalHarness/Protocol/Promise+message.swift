import Rehearsal
import RehearsalContracts

extension Declaration.Promise {
    /// An element of a hello's `promises`.
    init(_ value: MessageValue) throws(MessageError) {
        let source = try value.member("scenario")
        switch source.json {
        case .string, .object: break
        default: throw source.wrong("the name of a scenario, or a document")
        }
        let outcome = try value["outcome"].map { value throws(MessageError) in try ClientOutcome(value) }
        self.init(
            try value.member("id").name(),
            try value.member("says").string(),
            of: try value.member("op").name(),
            playing: source.json,
            restsOn: try value["restsOn"]?.each { value throws(MessageError) in try value.string() }
                ?? Self.foundations(of: outcome)
        )
        self.outcome = outcome
        mustBeFresh = try value["fresh"]?.bool() ?? false
        store = try value["store"]?.documents() ?? [:]
        isOnline = try value["online"]?.bool() ?? true
        token = try value["token"]?.string()
        refreshToken = try value["refreshToken"]?.string()
    }

    /// That a reply is taken for what it is; so too the failure that the promise ends in.
    private static func foundations(of outcome: ClientOutcome?) -> [String] {
        let successes = ["STAT-01", "STAT-05"]
        return switch outcome?.status ?? 0 {
        case 400..<500: successes + ["STAT-02"]
        case 500..<600: successes + ["STAT-04"]
        default: successes
        }
    }

    /// As a hello says it.
    var message: JSON {
        .message([
            "id": .string(id),
            "says": .string(statement),
            "op": .string(operation),
            "scenario": source,
            "restsOn": .array(restsOn.map { .string($0) }),
            "outcome": outcome?.message,
            "fresh": mustBeFresh ? true : nil,
            "store": store.isEmpty ? nil : store.object,
            "online": isOnline ? nil : false,
            "token": token.map { .string($0) },
            "refreshToken": refreshToken.map { .string($0) },
        ])
    }
}

extension MessageValue {
    /// The promises of a hello, for each of which a scenario has to be found.
    func promises() throws(MessageError) -> [Declaration.Promise] {
        let count = try elements().count
        guard count <= Declaration.mostPromises else {
            throw MessageError(place, "there are \(count) of them, and \(Declaration.mostPromises) is the most")
        }
        return try each { value throws(MessageError) in try Declaration.Promise(value) }
    }

    /// A name that can be a part of the name of a clause.
    fileprivate func name() throws(MessageError) -> String {
        let text = try string()
        guard text.isClauseName else { throw wrong(String.clauseName) }
        return text
    }
}
