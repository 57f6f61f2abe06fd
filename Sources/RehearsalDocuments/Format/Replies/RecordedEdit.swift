import Rehearsal

/// The format of references to recorded replies: `"users/list"`, or `{ "har": "users", "get": "/users?page=2" }`.
enum RecordingFormat {
    static let shape = Shape.anyOf([.string(pattern: "^.+/"), .ref("recording")])

    /// The request that identifies a recorded reply.
    struct Request {
        var har: DocumentValue?
        var file = ""
        var method = ""
        var target = ""
    }

    private static let methods = TargetFormat.methods.filter { $0 != "any" }

    static let request = ObjectFormat<Request>(
        "recording",
        "a reference to a recording",
        topic: "recording",
        new: { Request() },
        fields: [
            KeyFormat("har", "the name of the file: \"users\" for Recordings/users.har", .string()),
            KeyFormat("method", "a method without a key of its own", .string()),
            KeyFormat("path", "the path for \"method\", with its query", .string()),
        ] + methods.map { KeyFormat($0, "\($0.uppercased()): the path and query of the recorded request", .string()) },
        rules: [.required(["har"]), .exactlyOne(methods + ["method"])] + TargetFormat.pathRules
    )
    .ordered(schemaLast: ["method", "path"])
    .before { fields, request in
        let present = fields.members(methods)
        let method = present.first.map { $0.name.uppercased() } ?? fields.value("method", .text)
        let target = (present.first ?? fields.member("path")).flatMap { fields.value($0.name, .text) }
        if let file = fields.value("har", .text), let method, let target, present.count < 2 {
            request = Request(har: fields["har"], file: file, method: method, target: target)
            return true
        }
        if fields["har"] == nil || present.count != 1 && fields["method"] == nil {
            let hint = #"write { "har": "users", "get": "/users?page=2" }"#
            let message = "a reference to a recording needs \"har\" and one request"
            fields.reader.report(.missingKey, at: fields.node.range.prefix(1), message, hint: hint)
        }
        return false
    }

    static let topic = Topic(
        "recording",
        """
        "users/list" is the entry with the _name "list" in Recordings/users.har; { "har": …, "get": … } selects it by request
        "edit": { "/3/status": "archived" } and "remove": ["/3/note"] change a JSON body by pointer; other bytes do not change
        """,
        example: #""recording": { "har": "users", "get": "/users?page=2" }"#
    )
}

/// The changes that `edit` and `remove` make to a recorded JSON body. They keep every other byte.
enum RecordedEdit {
    /// Applies `edit` and `remove` to the body of a reply, and reports changes that are not possible.
    static func apply(_ fields: ObjectReader, to reply: inout Scenario.Reply) {
        let present = fields.members(["edit", "remove"])
        guard let first = present.first else { return }
        guard fields["recording"] != nil, case .bytes(var bytes, let type) = reply.body else {
            let message = "\(first.name.quoted) changes a recorded body, and this reply has none"
            fields.reportConflict(first, message, hint: "write the complete body instead", see: "recording")
            return
        }
        let all = present.flatMap { fields[$0.name].map(edits) ?? [] }
        guard let recorded = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark) else {
            for (_, range) in all {
                fields.reader.report(
                    .badValue,
                    at: range,
                    "the recorded body is not JSON, so it cannot be changed by pointer"
                )
            }
            return
        }
        // Each change is applied here to report pointers without a value; templates are applied again for each request.
        var filled: [JSONDocument.Edit] = []
        for (edit, range) in all {
            guard let value = edit.value, let edit = applyChange(edit, at: range, in: &bytes, fields.reader) else {
                continue
            }
            if (try? JSONTemplate(value))?.templates.isEmpty == false { filled.append(edit) }
        }
        let edited = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark)
        let removed = remove(all.filter { $0.0.value == nil }, of: recorded, from: &bytes, fields.reader)
        for edit in filled {
            guard let pointer = edited.flatMap({ edit.pointer.after(removing: removed, from: $0.root) }) else {
                continue
            }
            reply.edits.append(JSONDocument.Edit(pointer, edit.value))
        }
        reply.body = .bytes(bytes, type: type)
        // Digests of the recorded bytes do not match the changed bytes.
        for name in ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"] {
            reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
        }
    }

    private static func edits(_ value: DocumentValue) -> [(JSONDocument.Edit, Range<Int>)] {
        if value.noun != "edit".quoted {
            guard value.expect(.array) else { return [] }
            return value.elements.compactMap { element in
                element.pointer().map { (JSONDocument.Edit($0, nil), element.range) }
            }
        }
        guard value.expect(.object) else { return [] }
        return value.uniqueMembers().compactMap { change in
            value.reader.checkTemplates(change.value)
            let pointer = value.reader.pointer(change.name, at: change.nameRange)
            return pointer.map { (JSONDocument.Edit($0, change.value.value), change.nameRange) }
        }
    }

    /// Applies a change to a body.
    ///
    /// - Returns: the change with the index of an added element in place of `-`, so that it can be applied again.
    private static func applyChange(
        _ edit: JSONDocument.Edit,
        at range: Range<Int>,
        in bytes: inout [UInt8],
        _ reader: DocumentReader,
    ) -> JSONDocument.Edit? {
        guard let document = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark) else { return nil }
        var edit = edit
        let parent = JSON.Pointer(tokens: edit.pointer.tokens.dropLast())
        if edit.pointer.tokens.last == "-", let list = parent.node(in: document.root), list.kind == .array {
            let count = list.elements.reduce(0) { count, _ in count + 1 }
            edit.pointer = JSON.Pointer(tokens: parent.tokens + [String(count)])
        }
        guard let edited = document.applying(edit) else {
            reportMissingValue(at: edit.pointer, range, reader)
            return nil
        }
        bytes = edited
        return edit
    }

    /// Removes values from a body, the last first, so that no removal changes the pointer of the next one.
    ///
    /// - Returns: the pointers that were removed.
    private static func remove(
        _ removals: [(JSONDocument.Edit, Range<Int>)],
        of recorded: JSONDocument,
        from bytes: inout [UInt8],
        _ reader: DocumentReader,
    ) -> [JSON.Pointer] {
        var found: [[String]: (start: Int, range: Range<Int>)] = [:]
        for (edit, range) in removals {
            if !edit.pointer.tokens.isEmpty, let node = edit.pointer.node(in: recorded.root) {
                found[edit.pointer.tokens] = (node.range.lowerBound, range)
            } else {
                reportMissingValue(at: edit.pointer, range, reader)
            }
        }
        var removed: [JSON.Pointer] = []
        for (tokens, location) in found.sorted(by: { $0.value.start > $1.value.start }) {
            let edit = JSONDocument.Edit(JSON.Pointer(tokens: tokens), nil)
            guard applyChange(edit, at: location.range, in: &bytes, reader) != nil else { continue }
            removed.append(edit.pointer)
        }
        return removed
    }

    private static func reportMissingValue(at pointer: JSON.Pointer, _ range: Range<Int>, _ reader: DocumentReader) {
        let message = "the recorded body has no value at \(pointer.description.quoted)"
        let hint = "check the recorded body in the HAR file"
        reader.report(.badValue, at: range, message, hint: hint, see: "recording")
    }
}

extension JSON.Pointer {
    /// Returns the pointer after other values have been removed from the document; nil if its own value is among them.
    fileprivate func after(removing others: [JSON.Pointer], from root: JSONDocument.Node) -> JSON.Pointer? {
        if others.contains(where: { tokens.starts(with: $0.tokens) }) { return nil }
        var node: JSONDocument.Node? = root
        var moved: [String] = []
        for (depth, token) in tokens.enumerated() {
            var place = token
            if node?.kind == .array, let index = Self.index(token) {
                let earlier = others.count { other in
                    other.tokens.count == depth + 1 && other.tokens.starts(with: tokens[..<depth])
                        && Self.index(other.tokens[depth]).map { $0 < index } ?? false
                }
                place = String(index - earlier)
            }
            moved.append(place)
            node = node?.child(token)?.value
        }
        return JSON.Pointer(tokens: moved)
    }
}
