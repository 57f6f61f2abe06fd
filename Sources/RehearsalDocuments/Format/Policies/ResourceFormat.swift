import Rehearsal

/// Collections that are listed and changed.
enum ResourceFormat {
    /// Collections, each at a path of its own.
    static let resources: ValueFormat<[Scenario.Resource]> = {
        let list = resource.value.list()
        return ValueFormat(list.shape) { value in
            guard value.expect(.array) else { return nil }
            var resources: [Scenario.Resource] = []
            for element in value.elements {
                guard let resource = resource.read(element) else { continue }
                if resources.contains(where: { $0.path == resource.path }), let at = element["at"] {
                    let message = "there is a resource at \(resource.path.text.quoted) already"
                    let hint = "put their items together"
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
            Field("at", "the path of the collection", place, \.path, needed: #""/api/things""#),
            Field("items", "what is there at the beginning", itemsShape) { fields, resource in
                guard let value = fields["items"], let items = items(value, resource.envelope) else {
                    return true
                }
                resource.items = items
                if let reason = resource.itemsIllegality {
                    let hint = #"write [{ "id": 1 }, { "id": 2 }]"#
                    value.report(reason, hint: hint, see: "resources")
                }
                return true
            } write: {
                [JSON.Member("items", .array($0.items))]
            },
            Field(
                "id",
                "the member that tells items apart; \"id\" if nothing is said",
                .name("\"id\" is the name of a member", hint: #"write "id""#, see: "resources"),
                \.id,
                standard: "id"
            ),
            Field(
                "paging",
                "how a list is divided; by \"page\" if nothing is said",
                .word(see: "resources"),
                \.paging,
                standard: .page
            ),
            Field(
                "pageSize",
                "items of a page where a request does not say; 20 if nothing is said",
                .integer(1...Int.max),
                \.pageSize,
                standard: 20
            ),
            Field("envelope", "the member that a list stands in", envelope, \.envelope),
            Field(
                "ids",
                "what an item without an id is given",
                .word(see: "resources"),
                \.ids,
                standard: .integer
            ),
        ],
        rules: [.required(["at"])]
    )
    // The envelope and the name of the id say what items are.
    .ordered(readLast: ["items"])

    /// A path without placeholders.
    private static let place = ValueFormat<Scenario.PathPattern>(
        .string(pattern: "^(/[^/?#{}*]*)*/[^/?#{}*]+$")
    ) { value in
        guard let path = value.path() else { return nil }
        let segments = (try? path.segments()) ?? []
        let isPlain = segments.allSatisfy { if case .literal = $0 { true } else { false } }
        if isPlain, segments.last != .literal([]) { return path }
        let message = "a collection is at one path, without placeholders and without \"/\" at its end"
        return value.refuse(message, hint: #"write "/api/things""#, see: "resources")
    } write: {
        .string($0.text)
    }

    private static let envelope: ValueFormat<String> = {
        let message = "\"envelope\" is the name of a member"
        let name = ValueFormat.name(message, hint: #"write "id""#, see: "resources")
        return ValueFormat(.either([.null, name.shape])) { value in
            value.kind == .null ? nil : name.read(value)
        } write: {
            name.write($0)
        }
    }()

    // MARK: Items

    private static let itemsShape = Shape.either([.list(.map(.any)), .ref(items.keys.name)])

    /// The body that has the items.
    static let items = ObjectFormat<Scenario.Body?>(
        "items",
        "\"items\"",
        topic: "resources",
        new: { nil },
        fields: [
            Field("recording", "a recorded reply with a list: \"users/list\"", BodyFormat.recording) {
                $0
            } take: { _ in
                nil
            },
            Field("file", "a file beside the scenario with a list", BodyFormat.file) {
                $0
            } take: { _ in
                nil
            },
        ],
        rules: [.exactlyOne(["recording", "file"])]
    )

    /// Nil if they could not be read, which has been reported.
    private static func items(_ value: DocumentValue, _ envelope: String?) -> [JSON]? {
        if value.kind == .array { return value.node.elements.map(\.value) }
        let hint = #"write [{ "id": 1 }], { "recording": "things/list" } or { "file": "things.json" }"#
        guard value.kind == .object else {
            return value.wrongType(expected: "a list, a recording or a file", hint: hint)
        }
        guard let fields = items.fields(of: value),
            let only = fields.onlyMember(none: "\"items\" are one thing", several: nil, hint: hint),
            let body = items.read(fields) ?? nil
        else { return nil }
        if let items = body.items(envelope) { return items }
        let inside = envelope.map { ", and no object with one under \($0.quoted)" } ?? ""
        let message = "what stands there is no list of JSON\(inside)"
        value.reader.report(.badValue, at: only.value.range, message, hint: hint, see: "resources")
        return nil
    }

    static let topic = Topic(
        "resources",
        #"""
        GET lists (with filters by members: ?status=open), POST creates; GET, PUT, PATCH (RFC 7396) and DELETE of one item
        under "at" and its id; 404, 405, 409, 422, ETag with If-None-Match and If-Match
        "items" is a list of objects, { "recording": "reservations/list" } or { "file": "items.json" }
        "id" is the member that tells them apart; "ids" says what is made for one that has none: "integer" or "uuid"
        "paging": "page" (?page=2&limit=20), "offset" (?offset=20&limit=20) or "none"; "pageSize" without a limit
          X-Total-Count and Link (RFC 8288) say where the rest is
        "envelope": "data" puts lists into { "data": [ … ] }, and looks for recorded items there
        endpoints come before resources, so a fault or a 503 can be laid on; noise comes after them
        """#,
        example: #""resources": [{ "at": "/api/v1/reservations", "items": [{ "id": 1 }], "envelope": "data" }]"#
    )
}

extension Scenario.Body {
    /// The elements of the list that it is, or that a member of the object has that it is.
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
