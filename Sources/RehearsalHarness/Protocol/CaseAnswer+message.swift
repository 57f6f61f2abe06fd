import Rehearsal
package import RehearsalContracts

extension CaseAnswer {
    /// What a line says of a case.
    package init(message: JSON) throws(MessageError) {
        let value = MessageValue(message)
        if let reason = value["cannotRun"] {
            self = .cannotRun(try reason.string())
            return
        }
        self = .outcomes(
            try value.member("outcomes").each { value throws(MessageError) in try ClientOutcome(value) },
            elapsed: try value["elapsedMs"]?.milliseconds(),
            store: try value["store"]?.documents()
        )
    }

    /// The line that answers a case; nil if there is nothing to be said, as a call that does not return says nothing.
    package func message(for id: String) -> JSON? {
        switch self {
        case .outcomes(let outcomes, let elapsed, let store):
            .message([
                "case": .string(id),
                "outcomes": .array(outcomes.map(\.message)),
                "elapsedMs": elapsed.map { .milliseconds($0) },
                "store": store?.object,
            ])
        case .cannotRun(let reason), .notJudged(let reason): ["case": .string(id), "cannotRun": .string(reason)]
        case .hang, .crash: nil
        }
    }
}
