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
        for member in given {
            for (edit, range) in edits(member) {
                // Tried at once, so that a place that is not there is told here; filled in for each request.
                apply(edit, at: range, to: &bytes)
                if let value = edit.value, (try? JSONTemplate(value))?.templates.isEmpty == false {
                    reply.edits.append(edit)
                }
            }
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

    private mutating func apply(_ edit: JSONDocument.Edit, at range: Range<Int>, to bytes: inout [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes, options: .allowsByteOrderMark) else {
            report(.badValue, at: range, "the recorded body is no JSON, so nothing in it has a pointer")
            return
        }
        guard let edited = document.applying(edit) else {
            let message = "the recorded body has nothing at \(edit.pointer.description.quoted)"
            report(
                .badValue,
                at: range,
                message,
                hint: "look at it with: rehearsal lint, or in the HAR",
                see: "recording"
            )
            return
        }
        bytes = edited
    }
}
