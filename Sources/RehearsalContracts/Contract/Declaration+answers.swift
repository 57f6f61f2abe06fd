package import Rehearsal

extension Declaration {
    /// The recorded answer with values that are impossible for the app: `end before start`.
    package struct RefusedAnswer: Sendable, Hashable {
        /// The last part of the name of a clause.
        package var name: String
        /// The changed places, as JSON Pointers (RFC 6901), with their values.
        package var changes: [JSON.Member]

        package init(_ name: String, _ changes: [JSON.Member]) { (self.name, self.changes) = (name, changes) }

        /// The changed places, for people: `/starts_at, /ends_at`.
        package var places: String { changes.map(\.name).joined(separator: ", ") }

        /// The body of the changed answer; nil where the recorded one has no such place.
        package func body(changing reply: RecordedReply) -> [UInt8]? {
            guard var document = reply.document else { return nil }
            for change in changes {
                guard let pointer = JSON.Pointer(change.name), pointer.value(in: document.root.value) != nil,
                    let bytes = document.applying(JSONDocument.Edit(pointer, change.value)),
                    let changed = try? JSONDocument(parsing: bytes)
                else { return nil }
                document = changed
            }
            return document.bytes
        }
    }

    /// The first mistake in the declared words or in the answers to refuse; nil for a correct declaration.
    package var misdeclaredAnswer: String? {
        for operation in operations {
            if let field = operation.fields?.first(where: { !$0.words.isEmpty && $0.kind != .enum }) {
                return "\(operation.name) declares words of \(field.path), which is not of the kind enum"
            }
            var names: Set<String> = []
            for answer in operation.refused {
                let what = "\(operation.name) refuses \(answer.name.debugDescription)"
                if !answer.name.isClauseName { return "\(what), which is not \(String.clauseName)" }
                if !names.insert(answer.name).inserted { return "\(what) twice" }
                if let place = answer.changes.first(where: { JSON.Pointer($0.name) == nil })?.name {
                    return
                        "\(what) with a value at \(place.debugDescription), which is not a JSON Pointer such as /status"
                }
                // A recorded answer that is still to be found has no body here.
                if operation.reply.body.isEmpty { continue }
                guard let recorded = operation.reply.document else {
                    return "\(what), and the recorded answer is not a JSON document"
                }
                guard let body = answer.body(changing: operation.reply) else {
                    return "\(what), and the recorded answer has no value at \(answer.places)"
                }
                if let changed = try? JSON(parsing: body), changed.isEquivalent(to: recorded.root.value) {
                    return "\(what), which changes nothing of the recorded answer"
                }
            }
        }
        return nil
    }
}
