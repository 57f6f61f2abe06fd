import Rehearsal

/// The format of resources: collections of items that requests list and change.
enum ResourceFormat {
    /// The format of a list of collections with distinct paths.
    static let resources: ValueFormat<[Scenario.Resource]> = {
        let list = resource.value.list()
        return ValueFormat(list.shape) { value in
            guard value.expect(.array) else { return nil }
            var resources: [Scenario.Resource] = []
            for element in value.elements {
                guard let resource = resource.read(element) else { continue }
                if resources.contains(where: { $0.path == resource.path }), let at = element["at"] {
                    let message = "two resources have the path \(resource.path.text.quoted)"
                    let hint = "merge their items"
                    value.reader.report(.conflict, at: at.range, message, hint: hint, see: "resources")
                } else {
                    resources.append(resource)
                }
            }
            return resources
        } write: {
            list.write($0)
        }
    }()

    static let resource = ObjectFormat<Scenario.Resource>(
        "resource",
        "a resource",
        topic: "resources",
        new: { Scenario.Resource(at: "/") },
        fields: [
            KeyFormat("at", "the path of the collection", place, \.path, requiredExample: #""/api/things""#),
            KeyFormat("items", "the initial items", itemsShape) { fields, resource in
                guard let value = fields["items"], let items = items(value, resource.envelope) else {
                    return true
                }
                resource.items = items
                if let reason = resource.itemsValidationFailure {
                    let hint = #"write [{ "id": 1 }, { "id": 2 }]"#
                    value.report(reason, hint: hint, see: "resources")
                }
                return true
            } write: {
                [JSON.Member("items", .array($0.items))]
            },
            KeyFormat(
                "id",
                "the member that identifies an item; \"id\" by default",
                .name("\"id\" needs the name of a member", hint: #"write "id""#, see: "resources"),
                \.id,
                default: "id"
            ),
            KeyFormat(
                "paging",
                "the kind of paging: \"page\", \"offset\" or \"none\"; \"page\" by default",
                .word(see: "resources"),
                \.paging,
                default: .page
            ),
            KeyFormat(
                "pageSize",
                "the number of items in a page if the request does not state it; 20 by default",
                .integer(1...Int.max),
                \.pageSize,
                default: 20
            ),
            KeyFormat(
                "envelope",
                "the member of replies that contains the list; by default the list is the whole body",
                envelope,
                \.envelope
            ),
            KeyFormat(
                "ids",
                "the kind of id that the server assigns to an item without one: \"integer\" or \"uuid\"",
                .word(see: "resources"),
                \.ids,
                default: .integer
            ),
        ],
        rules: [.required(["at"])]
    )
    // `items` is read last, because `envelope` and `id` determine how it is read.
    .ordered(readLast: ["items"])

    /// The format of the path of a collection: without placeholders, and without a slash at the end.
    private static let place = ValueFormat<Scenario.PathPattern>(
        .string(pattern: "^(/[^/?#{}*]*)*/[^/?#{}*]+$")
    ) { value in
        guard let path = value.path() else { return nil }
        let segments = (try? path.segments()) ?? []
        let isPlain = segments.allSatisfy { if case .literal = $0 { true } else { false } }
        if isPlain, segments.last != .literal([]) { return path }
        let message = "the path of a collection has no placeholders and does not end in \"/\""
        return value.reject(message, hint: #"write "/api/things""#, see: "resources")
    } write: {
        .string($0.text)
    }

    private static let envelope: ValueFormat<String> = {
        let message = "\"envelope\" needs the name of a member"
        let name = ValueFormat.name(message, hint: #"write "id""#, see: "resources")
        return ValueFormat(.anyOf([.null, name.shape])) { value in
            value.kind == .null ? nil : name.read(value)
        } write: {
            name.write($0)
        }
    }()

    // MARK: Items

    private static let itemsShape = Shape.anyOf([.list(.dictionary(.any)), .ref(items.keys.name)])

    /// The format of an object that names the recording or the file with the items.
    static let items = ObjectFormat<Scenario.Body?>(
        "items",
        "\"items\"",
        topic: "resources",
        new: { nil },
        fields: [
            KeyFormat("recording", "a recorded reply that contains a list: \"users/list\"", BodyFormat.recording) {
                $0
            } take: { _ in
                nil
            },
            KeyFormat("file", "a file beside the scenario that contains a list", BodyFormat.file) {
                $0
            } take: { _ in
                nil
            },
        ],
        rules: [.exactlyOne(["recording", "file"])]
    )

    /// Reads the items from a list, a recording or a file. Reports an error and returns nil if they are not valid.
    private static func items(_ value: DocumentValue, _ envelope: String?) -> [JSON]? {
        if value.kind == .array { return value.node.elements.map(\.value) }
        let hint = #"write [{ "id": 1 }], { "recording": "things/list" } or { "file": "things.json" }"#
        guard value.kind == .object else {
            return value.wrongType(expected: "a list, a recording or a file", hint: hint)
        }
        guard let fields = items.fields(of: value),
            let only = fields.onlyMember(
                none: "\"items\" needs exactly one of \"recording\" and \"file\"",
                several: nil,
                hint: hint
            ),
            let body = items.read(fields) ?? nil
        else { return nil }
        if let items = body.items(envelope) { return items }
        let alternative = envelope.map { " or an object with a list under \($0.quoted)" } ?? ""
        let message = "the content is not a JSON list\(alternative)"
        value.reader.report(.badValue, at: only.value.range, message, hint: hint, see: "resources")
        return nil
    }

    static let topic = Topic(
        "resources",
        #"""
        at the path "at", GET returns the list, filtered by members (?status=open), and POST creates an item
        at the path of an item ("at", "/" and its id), GET, PUT, PATCH (RFC 7396) and DELETE apply to that item
        replies include 404, 405, 409 and 422, and ETag with If-None-Match and If-Match
        "items" is a list of objects, { "recording": "reservations/list" } or { "file": "items.json" }
        "id" is the member that identifies an item; "ids" is the kind of id for an item without one: "integer" or "uuid"
        "paging": "page" (?page=2&limit=20), "offset" (?offset=20&limit=20) or "none"; "pageSize" is the default limit
          X-Total-Count and Link (RFC 8288) describe the other pages
        "envelope": "data" writes lists as { "data": [ … ] }, and reads recorded items from that member
        endpoints take precedence over resources: an overlay applies to their replies, and an endpoint with a 503
          replaces them; noise endpoints come after resources
        """#,
        example: #""resources": [{ "at": "/api/v1/reservations", "items": [{ "id": 1 }], "envelope": "data" }]"#
    )
}

extension Scenario.Body {
    /// Returns the elements of the list in the body; nil without a list.
    ///
    /// - Parameter envelope: the member of the body that contains the list; the body itself may be the list too.
    fileprivate func items(_ envelope: String?) -> [JSON]? {
        let document: JSON? =
            switch self {
            case .json(let value): value
            case .bytes(let bytes, _): try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark).root.value
            case .text(let text): try? JSON(parsing: text)
            case .none, .problem, .events, .raw: nil
            }
        let list = envelope.flatMap { document?[$0] } ?? document
        return if case .array(let elements)? = list { elements } else { nil }
    }
}
