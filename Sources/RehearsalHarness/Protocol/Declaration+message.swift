import Rehearsal
package import RehearsalContracts

extension Declaration {
    /// The version of the conversation.
    package static let version = 1

    /// What the harness says first.
    package static var greeting: JSON { ["hello": .integer(version)] }

    /// A client in a process of its own, by what it answers to the greeting.
    ///
    /// - Parameter filling: what holds where the client leaves something out, in the same form.
    /// - Throws: what is wrong with it, and where.
    package init(hello: JSON, filling: JSON = [:]) throws(MessageError) {
        let known = KnownMembers()
        let value = MessageValue(hello.filled(from: filling), noting: known)
        guard try value.member("hello").integer() == Self.version else {
            throw MessageError(
                "hello",
                "this is version \(Self.version) of the protocol, found \(String(decoding: (hello["hello"] ?? .null).bytes(), as: UTF8.self))"
            )
        }
        self.init(
            name: try value["name"]?.string() ?? "subject",
            platform: try value["platform"]?.string() ?? Self.currentPlatform,
            transport: try value["transport"]?.string() ?? "other",
            features: try DeclaredFeatures(value["features"] ?? MessageValue([:])),
            retry: try value["retry"].map { value throws(MessageError) in try DeclaredRetry(value) } ?? .none,
            operations: try value.member("ops").each { value throws(MessageError) in try Operation(value) }
        )
        promises = try value["promises"]?.promises() ?? []
        isOutOfProcess = true
        remarks = known.remarks
        var names: Set<String> = []
        for operation in operations where !names.insert(operation.name).inserted {
            throw MessageError("ops", "there are two operations called \(operation.name)")
        }
        if let problem = misnamedPromise { throw MessageError("promises", problem) }
        if let problem = misdeclaredAnswer { throw MessageError("ops", problem) }
        if operations.isEmpty { throw MessageError("ops", "there is none, so nothing can be asked of the subject") }
    }

    /// What the client answers to the greeting.
    package var hello: JSON { hello() }

    /// What the client answers to the greeting.
    ///
    /// - Parameter recordings: where the answers to operations are recorded that whoever asks has to find.
    func hello(recordings: [String: String] = [:]) -> JSON {
        .message([
            "hello": .integer(Self.version),
            "name": .string(name),
            "platform": .string(platform),
            "transport": .string(transport),
            "features": features.message,
            "retry": retry.message,
            "ops": .array(operations.map { $0.message(recording: recordings[$0.name]) }),
            "promises": promises.isEmpty ? nil : .array(promises.map(\.message)),
        ])
    }
}

extension JSON {
    /// This value with the members that it lacks; operations are the same if they are called the same.
    func filled(from other: JSON) -> JSON {
        switch (self, other) {
        case (.object(var members), .object(let others)):
            for other in others {
                if let index = members.firstIndex(where: { $0.name == other.name }) {
                    members[index].value = members[index].value.filled(from: other.value)
                } else {
                    members.append(other)
                }
            }
            return .object(members)
        case (.array(let elements), .array(let others)) where elements.contains { $0["op"] != nil && $0["id"] == nil }:
            let known = elements.map { element in
                others.first { $0["op"] == element["op"] }.map { element.filled(from: $0) } ?? element
            }
            return .array(known + others.filter { other in !elements.contains { $0["op"] == other["op"] } })
        default: return self
        }
    }
}
