import Rehearsal
package import RehearsalContracts

extension CaseRequest {
    /// A case as a line asks for it.
    package init(message: JSON) throws(MessageError) {
        let value = MessageValue(message)
        self.init(
            id: try value.member("case").string(),
            operation: try value.member("op").string(),
            baseURL: try value.member("baseURL").string()
        )
        args = value["args"]?.json ?? [:]
        token = try value["token"]?.string()
        refreshToken = try value["refreshToken"]?.string()
        timeout = try value["timeoutMs"]?.milliseconds()
        deadline = try value["deadlineMs"]?.milliseconds()
        cancelAfter = try value["cancelAfterMs"]?.milliseconds()
        repetitions = try value["repeat"]?.integer(in: 1...1_000) ?? 1
        parallel = try value["parallel"]?.integer(in: 1...1_000) ?? 1
        store = try value["store"]?.documents() ?? [:]
        isOnline = try value["online"]?.bool() ?? true
    }

    /// The line that asks for it.
    package var message: JSON {
        .message([
            "case": .string(id),
            "op": .string(operation),
            "args": args,
            "baseURL": .string(baseURL),
            "token": .text(token),
            "refreshToken": .text(refreshToken),
            "timeoutMs": timeout.map { .milliseconds($0) } ?? .null,
            "deadlineMs": deadline.map { .milliseconds($0) } ?? .null,
            "cancelAfterMs": cancelAfter.map { .milliseconds($0) } ?? .null,
            "repeat": .integer(repetitions),
            "parallel": .integer(parallel),
            "store": store.object,
            "online": .bool(isOnline),
        ])
    }
}

extension [String: JSON] {
    /// The documents by their keys, in alphabetical order.
    var object: JSON { .object(sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value) }) }
}

extension MessageValue {
    /// Documents by key; of two with one key the last holds.
    func documents() throws(MessageError) -> [String: JSON] {
        Dictionary(try members().map { ($0.name, $0.value.json) }) { $1 }
    }
}
