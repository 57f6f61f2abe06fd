extension Scenario {
    /// A condition on the body of a request.
    public enum BodyCondition: Sendable, Hashable {
        /// A JSON document that equals this one, with members in any order. A redaction placeholder matches any text.
        case json(JSON)
        /// A JSON document that contains each member and element of this one, in any order, and possibly more.
        case contains(JSON)
        /// A JSON document whose value at this pointer meets a condition.
        case at(JSON.Pointer, ValueCondition)
        /// A JSON document in which this path (RFC 9535) finds a value within ``maxSteps`` steps.
        case path(JSON.Path)
        /// UTF-8 text that meets a condition.
        case text(Condition.Value)
        /// Exactly these bytes.
        case bytes([UInt8])
        /// A `multipart/form-data` body (RFC 7578) with at least one part for each condition.
        case parts([PartCondition])

        /// A condition on the value at a pointer.
        public enum ValueCondition: Sendable, Hashable {
            /// The value equals this one.
            case equals(JSON)
            /// The text of a string, number or Boolean meets a condition; an absent value has no text.
            case holds(Condition.Value)
        }

        /// A condition on a part of a multipart body.
        public struct PartCondition: Sendable, Hashable {
            /// The name of the part.
            public var name: String
            /// The condition on its content as text; nil for any content.
            public var text: Condition.Value?
            /// The condition on its file name; nil for any or none.
            public var fileName: Condition.Value?
            /// The condition on its media type; nil for any or none.
            public var type: Condition.Value?

            /// Creates a condition on the part of this name.
            public init(
                _ name: String,
                text: Condition.Value? = nil,
                fileName: Condition.Value? = nil,
                type: Condition.Value? = nil,
            ) {
                self.name = name
                self.text = text
                self.fileName = fileName
                self.type = type
            }
        }
    }
}

extension Scenario.BodyCondition {
    /// The maximum number of steps to evaluate a path, because the event loop waits for the result.
    ///
    /// A path that needs more steps finds no value.
    package static let maxSteps = 100_000

    /// Returns whether the body of a request meets the condition.
    func holds(for body: ObservedBody) -> Bool {
        switch self {
        case .json(let expected): body.json?.isEquivalent(toRecorded: expected) ?? false
        case .contains(let expected): body.json?.contains(expected) ?? false
        case .at(let pointer, .equals(let expected)):
            body.json.flatMap { pointer.value(in: $0) }?.isEquivalent(to: expected) ?? false
        case .at(let pointer, .holds(let value)):
            value.holds(forAnyOf: body.json.flatMap { pointer.value(in: $0) }.map { [$0.plainText] } ?? [])
        case .path(let path): body.json.map { path.hasMatch(in: $0, steps: Self.maxSteps) } ?? false
        case .text(let value): value.holds(forAnyOf: [body.bytes])
        case .bytes(let expected): body.bytes == expected
        case .parts(let expected): expected.allSatisfy { part in body.parts.contains { part.holds(for: $0) } }
        }
    }

    /// A clause that states the requirement, for messages.
    var requirementText: String {
        switch self {
        case .json(let expected): "the body must be the document \(Self.text(of: expected))"
        case .contains(let expected): "the body must contain \(Self.text(of: expected))"
        case .at(let pointer, .equals(let expected)):
            "the body at \(pointer) must be \(Self.isSecret(pointer) ? "a redacted value" : Self.text(of: expected))"
        case .at(let pointer, .holds(let value)):
            "the body at \(pointer) \(value.requirementText(isSecret: Self.isSecret(pointer)))"
        case .path(let path): "the path \(path) must find a value in the body"
        case .text(let value): "the body \(value.requirementText)"
        case .bytes(let expected): "the body must equal the \(expected.count) bytes of the condition"
        case .parts(let expected):
            "the body must have the parts " + expected.map { "\"\($0.name)\"" }.joined(separator: ", ")
        }
    }

    private static func isSecret(_ pointer: JSON.Pointer) -> Bool {
        pointer.description.split(separator: "/").contains { SecretNames.members.contains(String($0)) }
    }

    private static func text(of json: JSON) -> String {
        let text = String(decoding: json.withoutSecrets.bytes(), as: UTF8.self)
        return text.count <= 200 ? text : text.prefix(200) + "…"
    }
}

extension Scenario.BodyCondition.PartCondition {
    fileprivate func holds(for part: MultipartBody.Part) -> Bool {
        guard part.name == Array(name.utf8) else { return false }
        return (text?.holds(forAnyOf: [part.content]) ?? true)
            && (fileName?.holds(forAnyOf: part.fileName.map { [$0] } ?? []) ?? true)
            && (type?.holds(forAnyOf: part.type.map { [$0] } ?? []) ?? true)
    }
}

extension JSON {
    /// The document with `…` in place of members whose names denote secrets.
    fileprivate var withoutSecrets: JSON {
        switch self {
        case .object(let members):
            .object(
                members.map { member in
                    let isSecret = SecretNames.members.contains(member.name)
                    return Member(member.name, isSecret ? "…" : member.value.withoutSecrets)
                }
            )
        case .array(let elements): .array(elements.map(\.withoutSecrets))
        default: self
        }
    }
}
