package import Rehearsal

/// A note.
package struct Note: Sendable, Hashable {
    package let id: Int
    package var title: String
    /// The number of the edit that wrote this version of the note.
    package var edit: Int

    package init(id: Int, title: String, edit: Int) { (self.id, self.title, self.edit) = (id, title, edit) }

    /// Decodes a note.
    init(_ node: Node) throws(DecodingFailure) {
        id = try node["id"].int()
        title = try node["title"].text()
        edit = try node["edit"].int()
    }

    /// Decodes a list of notes.
    static func list(_ node: Node) throws(DecodingFailure) -> [Note] {
        try node.elements { node throws(DecodingFailure) in try Note(node) }
    }

    /// The note as the server sends it.
    package var json: JSON {
        ["id": JSON(integerLiteral: id), "title": .string(title), "edit": JSON(integerLiteral: edit)]
    }
}

/// A note that the server does not have yet.
package struct NoteDraft: Sendable, Hashable {
    package var title: String
    /// The number of the edit, which no other edit of the client has.
    package var edit: Int
    /// The idempotency key of the request that creates the note.
    package var key: String

    /// The body of the request that creates the note.
    var json: JSON { ["title": .string(title), "edit": JSON(integerLiteral: edit)] }
}

/// The result of creating a note.
package enum SavedNote: Sendable, Hashable {
    /// The server has created the note.
    case created(Note)
    /// The client has no connection, and delivers the note later.
    case queued(NoteDraft)
}
