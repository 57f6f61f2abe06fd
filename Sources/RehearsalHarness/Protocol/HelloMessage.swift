import Rehearsal
package import RehearsalContracts

extension Declaration {
    /// The version of the process protocol.
    package static let version = 1

    /// The first message of the harness, which asks a subject for its declaration.
    package static var helloRequest: JSON { ["hello": .integer(version)] }

    /// The member of the hello message with which a subject says that it can search for schedules: `"explores": true`.
    package static let explorationMember = "explores"

    private static let coding = MessageCoding.object(
        Declaration(name: "subject", transport: "other", features: .unstated),
        [
            MessageField { message, _ in
                let hello = try message.member("hello")
                guard try Int.coding.read(hello) == version else {
                    let found = String(decoding: hello.json.bytes(), as: UTF8.self)
                    throw MessageError(hello.place, "expected version \(version) of the protocol, found \(found)")
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
            // `rehearsal explore` reads this member itself; it says nothing about the client.
            MessageField(read: { message, _ in _ = message[explorationMember] }, write: { _ in nil }),
        ]
    )

    /// The form of the promises in a hello message, at most ``maximumPromises``.
    private static let promisesForm = MessageCoding<[Promise]>(
        read: { message in
            let count = try message.elements().count
            guard count <= maximumPromises else {
                throw MessageError(message.place, "expected at most \(maximumPromises) promises, found \(count)")
            }
            return try [Promise].coding.read(message)
        },
        write: [Promise].coding.write
    )

    /// Creates the declaration of a client in another process from its hello message.
    ///
    /// - Parameter defaults: a hello message with the values of members that the first one omits.
    /// - Throws: ``MessageError`` with the path of the invalid member and the problem.
    package init(hello: JSON, defaults: JSON = [:]) throws {
        let known = MemberRecorder()
        self = try Self.coding.read(MessageValue(hello.merged(from: defaults), noting: known))
        isOutOfProcess = true
        remarks = known.remarks
        var names: Set<String> = []
        for operation in operations where !names.insert(operation.name).inserted {
            throw MessageError("ops", "two operations have the name \(operation.name)")
        }
        if let problem = promiseProblem { throw MessageError("promises", problem) }
        if let problem = replyProblem { throw MessageError("ops", problem) }
        if operations.isEmpty { throw MessageError("ops", "expected at least one operation, found none") }
    }

    /// The hello message with which the subject declares the client.
    package var hello: JSON { Self.coding.write(self) }
}

extension JSON {
    /// Returns the value, with the members of another value that it lacks. Array elements with equal `op` are merged.
    func merged(from other: JSON) -> JSON {
        switch (self, other) {
        case (.object(var members), .object(let others)):
            for other in others {
                if let index = members.firstIndex(where: { $0.name == other.name }) {
                    members[index].value = members[index].value.merged(from: other.value)
                } else {
                    members.append(other)
                }
            }
            return .object(members)
        case (.array(let elements), .array(let others)) where elements.contains { $0["op"] != nil && $0["id"] == nil }:
            let known = elements.map { element in
                others.first { $0["op"] == element["op"] }.map { element.merged(from: $0) } ?? element
            }
            return .array(known + others.filter { other in !elements.contains { $0["op"] == other["op"] } })
        default: return self
        }
    }

    /// The value as one line of the process protocol, including the line feed.
    package var line: [UInt8] { bytes() + [UInt8(ascii: "\n")] }
}
