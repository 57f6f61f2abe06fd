import Rehearsal
package import RehearsalContracts

extension Notes {
    /// The contract of the notes client.
    ///
    /// `sync` sends a request for each queued note, and `logout` sends one if there is a token. Without a token, the
    /// client logs in before the first request of a call.
    package static let contract = Contract<NotesClient>(
        "notes",
        declares: .init(
            retry: retry,
            fallback: .offline,
            authRefresh: .init(),
            idempotencyKey: idempotencyKey,
            pagination: .pageAndLimit,
            transport: "sockets"
        ) { features in
            (features.deadline, features.clockInjection) = (true, true)
            features.requestsOnlyOnline = true
        },
        operations: [
            listNotes.inParallel, loadMore.inParallel, createNote.inParallel, updateNote.inParallel,
            deleteNote.inParallel, sync, logout,
        ],
        classify: { ($0 as? NotesError)?.outcome }
    )

    private typealias Operation = Contract<NotesClient>.Operation

    private static let listNotes = Operation.value(
        "listNotes",
        .get("/notes"),
        recorded: .json(recordedList),
        golden: initialNotes,
        fields: [.required("$[*].id", .int), .required("$[*].title", .string), .required("$[*].edit", .int)],
        .init(stored: ("notes", .array([storedNote.json])), throws: errors),
        reportingFreshness: { client in
            let list = try await client.listNotes()
            return (list.value, ClientOutcome.Freshness(isStale: list.isStale))
        }
    )

    private static let loadMore = Operation.value(
        "loadMore",
        .get("/notes"),
        recorded: .json(recordedList),
        .init(throws: errors, pages: .numbered(by: "page", size: NotePages.size).incremental)
    ) { client in try await client.loadMore() }

    private static let createNote = {
        var operation = Operation.value(
            "createNote",
            .post("/notes"),
            recorded: .json(recordedNote, status: 201),
            golden: initialNotes[0].json,
            .init(hasIdempotencyKey: true, throws: errors, arguments: .init(["title": "Water the ferns"])),
            passingArguments: { client, arguments in try await created(client, arguments).value }
        )
        operation.call = { client, arguments, _ in try await created(client, arguments) }
        return operation
    }()

    /// Creates a note. The value of a queued note is the user's own, and the server does not have it yet.
    private static func created(_ client: NotesClient, _ arguments: JSON) async throws -> Operation.Returned {
        switch try await client.createNote(title: text("title", in: arguments)) {
        case .created(let note): (note.json, .fresh)
        case .queued(let draft): (queued(draft), .init(isStale: true, isFromCache: true))
        }
    }

    private static let updateNote = Operation.value(
        "updateNote",
        .put("/notes/1"),
        recorded: .json(recordedNote),
        golden: initialNotes[0],
        .init(throws: errors, arguments: .init(["title": "Return both ladders"])),
        passingArguments: { client, arguments in
            try await client.updateNote(id: 1, title: text("title", in: arguments))
        }
    )

    private static let deleteNote = Operation.void(
        "deleteNote",
        .delete("/notes/2"),
        recorded: .reply(204),
        .init(throws: errors)
    ) { client in try await client.deleteNote(id: 2) }

    private static let sync = Operation.void(
        "sync",
        .post("/notes"),
        recorded: .json(recordedNote, status: 201),
        .init(hasIdempotencyKey: true, throws: errors)
    ) { client in try await client.sync() }

    private static let logout = Operation.void(
        "logout",
        .post("/auth/logout"),
        recorded: .reply(204),
        .init(throws: errors)
    ) { client in try await client.logout() }

    private static let errors: [any Error.Type] = [NotesError.self]

    private static let storedNote = Note(id: 9, title: "Call the plumber", edit: 90)

    private static let recordedNote = text(of: initialNotes[0].json)
    private static let recordedList = text(of: .array(initialNotes.map(\.json)))

    private static func text(of json: JSON) -> String { String(decoding: json.bytes(), as: UTF8.self) }

    /// Returns the text of an argument; empty if it is not a text.
    private static func text(_ name: String, in arguments: JSON) -> String {
        if case .string(let text)? = arguments[name] { text } else { "" }
    }

    private static func queued(_ draft: NoteDraft) -> JSON {
        ["title": .string(draft.title), "edit": JSON(integerLiteral: draft.edit), "isQueued": true]
    }
}
