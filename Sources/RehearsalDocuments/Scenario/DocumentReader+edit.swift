import Rehearsal

extension DocumentReader {
    /// Changes a recorded JSON body as `edit` and `remove` say; every other byte stays.
    mutating func edit(_ reply: inout Scenario.Reply, _ fields: Fields) {
        let given = fields.members(["edit", "remove"])
        guard let first = given.first else { return }
        guard fields["recording"] != nil, case .bytes(var bytes, let type) = reply.body else {
            let message = "\(first.name.quoted) changes a recorded body, and this reply has none"
            report(.conflict, at: first.nameRange, message, hint: "write the body as it has to be", see: "recording")
            return
        }
        let all = given.flatMap { edits($0) }
        guard let recorded = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark) else {
            for (_, range) in all {
                report(.badValue, at: range, "the recorded body is no JSON, so nothing in it has a pointer")
            }
            return
        }
        // Tried at once, so that a place that is not there is told here; filled in for each request.
        var filled: [JSONDocument.Edit] = []
        for (edit, range) in all {
            guard let value = edit.value, let edit = apply(edit, at: range, to: &bytes) else { continue }
            if (try? JSONTemplate(value))?.templates.isEmpty == false { filled.append(edit) }
        }
        let edited = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark)
        let removed = remove(all.filter { $0.0.value == nil }, of: recorded, from: &bytes)
        for edit in filled {
            guard let pointer = edited.flatMap({ edit.pointer.after(removing: removed, from: $0.root) }) else {
                continue
            }
            reply.edits.append(JSONDocument.Edit(pointer, edit.value))
        }
        reply.body = .bytes(bytes, type: type)
        // What told of the bytes that were recorded tells of other ones.
        for name in ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"] {
            reply.headers.fields.removeAll { Scenario.Headers.isSameName($0.name, name) }
        }
    }

    private mutating func edits(_ member: JSONDocument.Member) -> [(JSONDocument.Edit, Range<Int>)] {
        var edits: [(JSONDocument.Edit, Range<Int>)] = []
        if member.name == "edit" {
            guard expect(member.value, .object, in: "\"edit\"") else { return [] }
            for change in named(member.value, in: "\"edit\"") {
                checkTemplates(change.value)
                guard let pointer = pointer(change.name, at: change.nameRange) else { continue }
                edits.append((JSONDocument.Edit(pointer, change.value.value), change.nameRange))
            }
        } else {
            guard expect(member.value, .array, in: "\"remove\"") else { return [] }
            for element in member.value.elements {
                guard let text = string(element, in: "\"remove\""), let pointer = pointer(text, at: element.range)
                else {
                    continue
                }
                edits.append((JSONDocument.Edit(pointer, nil), element.range))
            }
        }
        return edits
    }

    /// Makes a change.
    ///
    /// - Returns: the change with an index for an element that was added,
    ///   so that it is the same one when it is made again.
    private mutating func apply(
        _ edit: JSONDocument.Edit,
        at range: Range<Int>,
        to bytes: inout [UInt8],
    ) -> JSONDocument.Edit? {
        guard let document = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark) else { return nil }
        var edit = edit
        let parent = JSON.Pointer(tokens: edit.pointer.tokens.dropLast())
        if edit.pointer.tokens.last == "-", let list = parent.node(in: document.root), list.kind == .array {
            let count = list.elements.reduce(0) { count, _ in count + 1 }
            edit.pointer = JSON.Pointer(tokens: parent.tokens + [String(count)])
        }
        guard let edited = document.applying(edit) else {
            nothing(at: edit.pointer, range)
            return nil
        }
        bytes = edited
        return edit
    }

    /// Takes out what stands at places of the recorded body, the last first:
    /// what is taken out moves none of the others.
    ///
    /// - Returns: what was taken out.
    private mutating func remove(
        _ removals: [(JSONDocument.Edit, Range<Int>)],
        of recorded: JSONDocument,
        from bytes: inout [UInt8],
    ) -> [JSON.Pointer] {
        var found: [[String]: (start: Int, range: Range<Int>)] = [:]
        for (edit, range) in removals {
            if !edit.pointer.tokens.isEmpty, let node = edit.pointer.node(in: recorded.root) {
                found[edit.pointer.tokens] = (node.range.lowerBound, range)
            } else {
                nothing(at: edit.pointer, range)
            }
        }
        var removed: [JSON.Pointer] = []
        for (tokens, place) in found.sorted(by: { $0.value.start > $1.value.start }) {
            let edit = JSONDocument.Edit(JSON.Pointer(tokens: tokens), nil)
            guard apply(edit, at: place.range, to: &bytes) != nil else { continue }
            removed.append(edit.pointer)
        }
        return removed
    }

    private mutating func nothing(at pointer: JSON.Pointer, _ range: Range<Int>) {
        let message = "the recorded body has nothing at \(pointer.description.quoted)"
        let hint = "look at it with: rehearsal lint, or in the HAR"
        report(.badValue, at: range, message, hint: hint, see: "recording")
    }
}

extension JSON.Pointer {
    /// Where that place is when others are taken out of the document; nil if it is among them.
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
