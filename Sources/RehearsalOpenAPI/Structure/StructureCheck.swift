import Rehearsal

/// A check of the objects of a document against the members that the specification lists.
///
/// The mistakes have no effect on the played document, so that each of them is a warning.
package struct StructureCheck {
    package private(set) var problems: [OpenAPIProblem] = []
    private let document: OpenAPIDocument
    /// Whether members that the table does not have are reported. OpenAPI 3.2 has more of them.
    private let reportsUnknownMembers: Bool
    private var visited: Set<OpenAPIPlace> = []
    /// The objects that are to be checked. A list, because references can nest the objects of a document deeply.
    private var pending: [(value: OpenAPIValue, kind: ObjectKind)] = []
    private var operationIDs: Set<String> = []
    /// The mistakes that the reader of the document has reported, which are not reported again.
    private let known: Set<Mistake>

    private static let maximumCount = 500

    private struct Mistake: Hashable {
        let kind: OpenAPIProblem.Kind
        let place: OpenAPIPlace
    }

    package init(_ document: OpenAPIDocument) {
        self.document = document
        known = Set(document.problems.map { Mistake(kind: $0.kind, place: $0.place) })
        let root = OpenAPIValue(file: 0, node: document.files[0].document.root)
        reportsUnknownMembers = root["openapi"]?.node.string?.hasPrefix("3.2") != true
        add(root, document.version == .v20 ? .swagger : .document)
        var next = 0
        while next < pending.count, problems.count < Self.maximumCount {
            let (value, kind) = pending[next]
            next += 1
            check(value, kind)
        }
        problems.sort { ($0.place.file, $0.place.range.lowerBound) < ($1.place.file, $1.place.range.lowerBound) }
    }

    // MARK: Objects

    /// Adds an object to those that are to be checked, unless it is one of them.
    private mutating func add(_ value: OpenAPIValue, _ kind: ObjectKind) {
        guard value.node.kind == .object, visited.insert(value.place).inserted else { return }
        pending.append((value, kind))
    }

    private mutating func check(_ value: OpenAPIValue, _ kind: ObjectKind) {
        if value["$ref"] != nil, let target = document.resolved(value) {
            add(target, kind)
            if kind.permitsReference { return }
        }
        let members = kind.members(in: document.version)
        for member in value.members where !member.name.hasPrefix("x-") {
            guard let form = members[member.name] else {
                reportUnknown(member, kind, Array(members.keys))
                continue
            }
            check(member, form)
        }
        // A response of OpenAPI 3.2 needs no description.
        let required = kind == .response && !reportsUnknownMembers ? [] : kind.required
        for name in required where value[name] == nil {
            report(.missingMember, at: value.messagePlace, "\(kind.noun) has no member \(name.quoted)")
        }
        switch kind {
        case .parameter, .header: checkDescription(value, kind)
        case .operation, .swaggerOperation: checkIdentifier(value)
        default: break
        }
    }

    private mutating func reportUnknown(_ member: OpenAPIValue.Member, _ kind: ObjectKind, _ known: [String]) {
        guard reportsUnknownMembers, problems.count < Self.maximumCount else { return }
        let nearest = NearestName.of(member.name, in: known.sorted()).map { "did you mean \($0.quoted)?" }
        report(
            .unknownMember,
            at: member.place,
            "unknown member \(member.name.quoted) in \(kind.noun)",
            hint: nearest ?? "remove it; the name of an extension begins with \"x-\""
        )
    }

    private mutating func check(_ member: OpenAPIValue.Member, _ form: ObjectKind.Form) {
        switch form {
        case .any: break
        case .text: requireKind(.string, of: member.value, member.name, "a text")
        case .texts:
            requireKind(.array, of: member.value, member.name, "an array of texts")
            for element in member.value.elements {
                requireKind(.string, of: element, "an element of \(member.name)", "a text")
            }
        case .object(let kind): addObject(member, kind)
        case .list(let kind):
            requireContainer(.array, of: member)
            for element in member.value.elements { addElement(element, of: member.name, kind) }
        case .map(let kind):
            requireContainer(.object, of: member)
            for entry in member.value.members { addObject(entry, kind) }
        case .extensibleMap(let kind):
            requireContainer(.object, of: member)
            for entry in member.value.members where !entry.name.hasPrefix("x-") {
                addObject(entry, kind)
                if kind == .response { checkRange(entry) }
            }
        case .callbacks:
            requireContainer(.object, of: member)
            for callback in member.value.members {
                guard let expressions = document.resolved(callback.value) else { continue }
                for entry in expressions.members where !entry.name.hasPrefix("x-") { add(entry.value, .pathItem) }
            }
        case .security:
            requireContainer(.array, of: member)
            checkScopes(member.value)
        }
    }

    // MARK: Rules beyond names

    /// Reports a parameter or header without a schema or content, and one with both (OpenAPI 3.1.1 §4.8.12.2).
    private mutating func checkDescription(_ value: OpenAPIValue, _ kind: ObjectKind) {
        switch (value["schema"], value["content"]) {
        case (nil, nil):
            let message = "\(kind.noun) has neither \"schema\" nor \"content\""
            report(.missingMember, at: value.messagePlace, message, hint: "add \"schema\"")
        case (.some, .some(let content)):
            let message = "\(kind.noun) has both \"schema\" and \"content\"; only \"content\" is used"
            report(.invalidValue, at: content.messagePlace, message, hint: "remove one of them")
        default: break
        }
    }

    /// Reports an identifier that an earlier operation has (OpenAPI 3.1.1 §4.8.10.1).
    private mutating func checkIdentifier(_ operation: OpenAPIValue) {
        guard let value = operation["operationId"], let text = value.node.string,
            !operationIDs.insert(text).inserted
        else { return }
        let message = "an earlier operation has the operationId \(text.quoted) too"
        report(.duplicate, at: value.messagePlace, message, hint: "give each operation its own")
    }

    /// Reports a range of statuses in lower case (OpenAPI 3.1.1 §4.8.16.2).
    private mutating func checkRange(_ response: OpenAPIValue.Member) {
        guard response.name.utf8.contains(UInt8(ascii: "x")) else { return }
        let message = "the range \(response.name.quoted) is in lower case"
        report(.invalidValue, at: response.place, message, hint: "write \(response.name.uppercased().quoted)")
    }

    /// Reports scopes that are not an array (OpenAPI 3.1.1 §4.8.30.1).
    private mutating func checkScopes(_ security: OpenAPIValue) {
        for requirement in security.elements {
            for scheme in requirement.members {
                requireKind(.array, of: scheme.value, "the list of scopes of \(scheme.name)", "an array")
            }
        }
    }

    // MARK: Types

    /// Adds the object of a member. Another value than an object is a mistake, except null.
    private mutating func addObject(_ member: OpenAPIValue.Member, _ kind: ObjectKind) {
        requireContainer(.object, of: member)
        add(member.value, kind)
    }

    private mutating func addElement(_ element: OpenAPIValue, of name: String, _ kind: ObjectKind) {
        requireKind(.object, of: element, "an element of \(name)", "an object")
        add(element, kind)
    }

    /// Reports a member that is not an array or not an object. YAML authors write null for an empty one.
    private mutating func requireContainer(_ kind: JSONDocument.Kind, of member: OpenAPIValue.Member) {
        guard member.value.node.kind != .null else { return }
        requireKind(kind, of: member.value, member.name, kind == .array ? "an array" : "an object")
    }

    // MARK: Problems

    private mutating func requireKind(
        _ kind: JSONDocument.Kind,
        of value: OpenAPIValue,
        _ name: String,
        _ expected: String
    ) {
        guard value.node.kind != kind else { return }
        let found = ValueReader.noun(of: value.node.kind)
        let hint = kind == .string && value.node.kind == .number ? "write it in quotation marks" : nil
        let message = "\(name.quoted) is \(found); it must be \(expected)"
        report(.wrongType, at: value.messagePlace, message, hint: hint)
    }

    private mutating func report(
        _ kind: OpenAPIProblem.Kind,
        at place: OpenAPIPlace,
        _ message: String,
        hint: String? = nil
    ) {
        guard problems.count < Self.maximumCount, !known.contains(Mistake(kind: kind, place: place)) else { return }
        problems.append(OpenAPIProblem(.warning, kind, at: place, message, hint: hint))
    }
}
