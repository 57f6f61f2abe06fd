import Rehearsal
import RehearsalContracts
import RehearsalGallery
@testable import RehearsalHarness
import RehearsalPlatform
import RehearsalServer

/// A notes client and the model backend, on a virtual clock, with a network monitor that the test sets.
struct NotesWorld: Sendable {
    let backend: Backend
    let client: NotesClient
    let clock = VirtualClock()
    private let connection = Locked(true)

    /// Starts the backend and creates the client.
    ///
    /// - Parameter lifetime: the lifetime of the tokens.
    init(_ defect: NotesDefect? = nil, tokensLast lifetime: Scenario.Auth.Bearer.Lifetime = .forever) throws {
        var options = Backend.Options()
        options.clock = clock
        var model = Notes.model
        model.auth?.bearer.lasts = lifetime
        backend = try Backend.start(model, options: options)
        var request = CaseRequest(id: "notes", operation: "listNotes")
        request.timeout = .seconds(240)
        let context = SubjectContext(request, baseURL: backend.baseURL, clock: clock)
        client = NotesClient(context, defect: defect, monitor: { [connection] in connection.withLock { $0 } })
    }

    /// Sets whether the monitor reports a connection.
    func setOnline(_ isOnline: Bool) { connection.withLock { $0 = isOnline } }

    /// Makes the next requests with a method and a path receive these replies.
    func answer(_ method: Scenario.Method, _ path: Scenario.PathPattern, _ replies: Scenario.Reply...) throws {
        var replies = replies
        for index in replies.indices { replies[index].times = 1 }
        try backend.add(Scenario.Endpoint(method, path, replies: replies, afterLast: .next))
    }

    /// Makes the backend lose the next requests with a method and a path, and then the replies to further ones.
    func lose(
        requests: Int = 0,
        replies: Int = 0,
        _ method: Scenario.Method,
        _ path: Scenario.PathPattern,
    ) throws {
        let requestFault = Fault(.reset, at: .requestBody(), on: .first(requests))
        let replyFault = Fault(.reset, at: .beforeHead, on: .first(replies))
        try backend.add(.overlay(method, path, Scenario.Overlay(fault: requestFault)))
        try backend.add(.overlay(method, path, Scenario.Overlay(fault: replyFault)))
    }

    /// Returns the requests to the backend.
    func requests(_ query: Journal.Query) throws -> [Journal.Entry] { try backend.journal.requests(query) }

    /// The titles of the notes of the backend that the client has created.
    var createdTitles: [String] {
        get throws {
            try backend.items(of: "/notes").dropFirst(Notes.initialNotes.count).compactMap { item in
                if case .string(let title)? = item["title"] { title } else { nil }
            }
        }
    }

    /// The waits that the client has requested.
    var waits: [Duration] { clock.requestedWaits.map(\.duration) }
}

extension NotesWorld {
    /// Lists the notes. Returns their identifiers and whether they are stale, or the outcome of the failure.
    func list() async -> String {
        await outcome {
            let list = try await client.listNotes()
            return list.value.ids + (list.isStale ? " stale" : "")
        }
    }

    /// Loads the next page. Returns the identifiers of the notes, or the outcome of the failure.
    func loadMore() async -> String { await outcome { try await client.loadMore().ids } }

    /// Creates a note. Returns "created" or "queued", or the outcome of the failure.
    @discardableResult
    func create(_ title: String) async -> String {
        await outcome {
            if case .created = try await client.createNote(title: title) { "created" } else { "queued" }
        }
    }

    /// Delivers the queued notes. Returns "done", or the outcome of the failure.
    @discardableResult
    func sync() async -> String {
        await outcome {
            try await client.sync()
            return "done"
        }
    }

    /// Creates notes without a connection.
    func queue(_ titles: String...) async {
        setOnline(false)
        for title in titles { await create(title) }
        setOnline(true)
    }

    /// Deletes a note. Returns "done", or the outcome of the failure.
    @discardableResult
    func delete(_ id: Int) async -> String {
        await outcome {
            try await client.deleteNote(id: id)
            return "done"
        }
    }

    private func outcome(_ call: () async throws -> String) async -> String {
        do { return try await call() } catch {
            return Notes.contract.classify(error).map { "\($0)" } ?? "\(error)"
        }
    }
}

extension [Note] {
    /// The identifiers, separated by spaces.
    fileprivate var ids: String { map { "\($0.id)" }.joined(separator: " ") }
}
