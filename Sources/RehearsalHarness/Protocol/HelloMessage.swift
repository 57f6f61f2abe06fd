import Rehearsal
package import RehearsalContracts

extension Declaration {
    /// The version of the conversation.
    package static let version = 1

    /// What the harness says first.
    package static var greeting: JSON { ["hello": .integer(version)] }

    private static let coding = MessageCoding.object(
        Declaration(name: "subject", transport: "other", features: .unstated),
        [
            MessageField { message, _ in
                let hello = try message.member("hello")
                guard try Int.coding.read(hello) == version else {
                    let found = String(decoding: hello.json.bytes(), as: UTF8.self)
                    throw MessageError(hello.place, "this is version \(version) of the protocol, found \(found)")
                }
            } write: { _ in
                JSON.Member("hello", .integer(version))
            },
            .init("name", \.name),
            .init("platform", \.platform),
            .init("transport", \.transport),
            .init("features", \.features),
            .init("retry", \.retry),
            .init("ops", \.operations, isRequired: true),
            .init("promises", \.promises, as: promisesForm, omittedIf: \.isEmpty),
        ]
    )

    /// The promises of a hello, for each of which a scenario has to be found.
    private static let promisesForm = MessageCoding<[Promise]>(
        read: { message in
            let count = try message.elements().count
            guard count <= mostPromises else {
                throw MessageError(message.place, "there are \(count) of them, and \(mostPromises) is the most")
            }
            return try [Promise].coding.read(message)
        },
        write: [Promise].coding.write
    )

    /// A client in a process of its own, by what it answers to the greeting.
    ///
    /// - Parameter filling: what holds where the client leaves something out, in the same form.
    /// - Throws: what is wrong with it, and where.
    package init(hello: JSON, filling: JSON = [:]) throws {
        let known = KnownMembers()
        self = try Self.coding.read(MessageValue(hello.filled(from: filling), noting: known))
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
    package var hello: JSON { Self.coding.write(self) }
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

    /// The value as one line of a conversation, with its end.
    package var line: [UInt8] { bytes() + [UInt8(ascii: "\n")] }
}
