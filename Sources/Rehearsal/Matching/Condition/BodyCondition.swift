extension Scenario {
    /// What the body of a request must be.
    public enum BodyCondition: Sendable, Hashable {
        /// This document: members in any order, numbers by value; a placeholder of redaction stands for any value.
        case json(JSON)
        /// A document that holds this one: each of its members and elements, in any order, and possibly more.
        case contains(JSON)
        /// At this place of the document, a value as this says.
        case at(JSON.Pointer, PointedValue)
        /// A document in which this path (RFC 9535) finds something, within ``mostSteps`` of looking.
        case path(JSON.Path)
        /// A text (UTF-8).
        case text(Condition.Value)
        /// Exactly these bytes.
        case bytes([UInt8])
        /// Parts of `multipart/form-data` (RFC 7578), each there at least once.
        case parts([PartCondition])

        /// What the value at a place of a document must be.
        public enum PointedValue: Sendable, Hashable {
            /// The same as this one.
            case equals(JSON)
            /// A string, or the text of a number or truth value, as this says; nothing is there where it is absent.
            case holds(Condition.Value)
        }

        /// What one part of a multipart body must be.
        public struct PartCondition: Sendable, Hashable {
            /// The name of the part.
            public var name: String
            /// Its content as text; nil for any.
            public var text: Condition.Value?
            /// Its file name; nil for any, or none.
            public var fileName: Condition.Value?
            /// Its media type; nil for any, or none.
            public var type: Condition.Value?

            /// A part of that name, of which all this holds.
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
    /// What a path may cost before it counts as finding nothing: an event loop waits for it.
    package static let mostSteps = 100_000

    /// Whether the body of a request is as it says.
    func holds(for body: ObservedBody) -> Bool {
        switch self {
        case .json(let wanted): body.json?.isEquivalent(toRecorded: wanted) ?? false
        case .contains(let wanted): body.json?.contains(wanted) ?? false
        case .at(let pointer, .equals(let wanted)):
            body.json.flatMap { pointer.value(in: $0) }?.isEquivalent(to: wanted) ?? false
        case .at(let pointer, .holds(let value)):
            value.holds(forAnyOf: body.json.flatMap { pointer.value(in: $0) }.map { [$0.plainText] } ?? [])
        case .path(let path): body.json.map { path.finds(in: $0, steps: Self.mostSteps) } ?? false
        case .text(let value): value.holds(forAnyOf: [body.bytes])
        case .bytes(let wanted): body.bytes == wanted
        case .parts(let wanted): wanted.allSatisfy { part in body.parts.contains { part.holds(for: $0) } }
        }
    }

    /// The condition in words.
    var demand: String {
        switch self {
        case .json(let wanted): "the body must be the document \(Self.shown(wanted))"
        case .contains(let wanted): "the body must contain \(Self.shown(wanted))"
        case .at(let pointer, .equals(let wanted)):
            "the body at \(pointer) must be \(Self.isSecret(pointer) ? "a value that is not shown" : Self.shown(wanted))"
        case .at(let pointer, .holds(let value)):
            "the body at \(pointer) \(value.demand(isSecret: Self.isSecret(pointer)))"
        case .path(let path): "the path \(path) must find something in the body"
        case .text(let value): "the body \(value.demand)"
        case .bytes(let wanted): "the body must be \(wanted.count) bytes that it is not"
        case .parts(let wanted):
            "the body must have the parts " + wanted.map { "\"\($0.name)\"" }.joined(separator: ", ")
        }
    }

    private static func isSecret(_ pointer: JSON.Pointer) -> Bool {
        pointer.description.split(separator: "/").contains { SecretNames.members.contains(String($0)) }
    }

    private static func shown(_ json: JSON) -> String {
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
    /// The same with `…` for what members hold whose names say that it is secret.
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
