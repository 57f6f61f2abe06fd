#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
package import RehearsalHarness
import RehearsalPlatform

/// The client of a notes app, which also works without a connection.
///
/// It is small, so that each defect changes its code in one place.
package final class NotesClient: Sendable {
    private let context: SubjectContext
    private let monitor: @Sendable () -> Bool
    private let sender: NotesSender
    private let store: NoteStore
    private let queue: NoteQueue
    private let pages: NotePages
    /// The number of edits by the user.
    private let editCount = Locked(0)
    private let defect: NotesDefect?

    /// The path of the list.
    static let list = "notes"

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - defect: the defect that the client has; nil for none.
    ///   - monitor: reports whether there is a connection; nil for the monitor of the context.
    package init(
        _ context: SubjectContext,
        defect: NotesDefect? = nil,
        monitor: (@Sendable () -> Bool)? = nil,
    ) {
        (self.context, self.defect) = (context, defect)
        self.monitor = monitor ?? { context.isOnline }
        store = NoteStore(context.store, defect: defect)
        queue = NoteQueue(defect: defect)
        let sender = NotesSender(context, store: store, defect: defect)
        self.sender = sender
        pages = NotePages(defect: defect) { number in
            let call = Call(.get, "\(Self.list)?page=\(number)&limit=\(NotePages.size)")
            return try await sender.answer(to: call).value(Note.list)
        }
    }

    /// Returns the notes from the server or, if it is unreachable, the stored ones.
    package func listNotes() async throws -> Cached<[Note]> {
        do {
            return Cached(value: try await fetchedNotes())
        } catch let error as NotesError where error.isUnreachable {
            guard let entry = store.entry else { throw error }
            return Cached(value: entry.notes, isStale: true)
        }
    }

    /// Loads the next page of notes, and returns those loaded so far.
    package func loadMore() async throws -> [Note] {
        try requireConnection()
        return try await pages.loadMore()
    }

    /// Creates a note or, without a connection, queues it.
    package func createNote(title: String) async throws -> SavedNote {
        let draft = NoteDraft(title: title, edit: nextEdit(), key: UUID().uuidString)
        guard monitor() else {
            queue.append(draft)
            return .queued(draft)
        }
        return .created(try await deliver(draft))
    }

    /// Replaces the title of a note.
    package func updateNote(id: Int, title: String) async throws -> Note {
        try requireConnection()
        let ticket = store.begin().ticket
        let body: JSON = ["title": .string(title), "edit": JSON(integerLiteral: nextEdit())]
        let note = try await sender.answer(to: Call(.put, "\(Self.list)/\(id)", body: body)).value(Note.init)
        store.change(since: ticket) { notes in
            for index in notes.indices where notes[index].id == id { notes[index] = note }
        }
        return note
    }

    /// Deletes a note.
    package func deleteNote(id: Int) async throws {
        try requireConnection()
        let ticket = store.begin().ticket
        let answer = try await sender.answer(to: Call(.delete, "\(Self.list)/\(id)"))
        // An earlier attempt has deleted the note, and its reply was lost.
        let isGone = [404, 410].contains(answer.reply.status) && answer.mayHaveArrived
        if !isGone { try answer.requireSuccess() }
        if isGone, defect == .keepsDeletedNote { return }
        store.change(since: ticket) { notes in notes.removeAll { $0.id == id } }
    }

    /// Delivers the queued notes in order. It stops at the first failure that is not a refusal.
    ///
    /// - Throws: ``NotesError`` with the failure, or with the first refusal.
    package func sync() async throws {
        try requireConnection()
        var refusal: NotesError?
        while let draft = queue.first {
            do {
                _ = try await deliver(defect == .newKeyPerSync ? draft.withNewKey : draft)
                queue.remove(draft)
            } catch let error as NotesError where error.isRefusal {
                queue.remove(draft)
                refusal = refusal ?? error
            } catch {
                queue.recordFailure(of: draft)
                if defect == .resumesSyncAlone { resumeSync(with: draft) }
                throw error
            }
        }
        if let refusal { throw refusal }
    }

    /// Logs out, and forgets the tokens and everything that is stored.
    package func logout() async throws {
        store.wipe()
        queue.removeAll()
        await pages.reset()
        try await sender.logOut(isOnline: monitor())
    }
}

extension NotesClient {
    private func requireConnection() throws(NotesError) {
        guard monitor() else { throw .offline }
    }

    private func nextEdit() -> Int {
        editCount.withLock { count in
            count += 1
            return count
        }
    }

    /// Returns the notes from the server or, if these have not changed, the stored ones.
    private func fetchedNotes() async throws -> [Note] {
        try requireConnection()
        let (ticket, entry) = store.begin()
        var call = Call(.get, Self.list)
        if let tag = entry?.tag { call.headers.append("If-None-Match", tag) }
        let answer = try await sender.answer(to: call)
        if answer.reply.status == 304, let entry, entry.tag != nil { return entry.notes }
        let notes = try answer.value(Note.list)
        if answer.reply.forbidsStorage { return notes }
        store.keep(notes, tag: answer.reply.headers["ETag"], since: ticket)
        return notes
    }

    /// Sends a note to the server, and adds it to the stored list.
    private func deliver(_ draft: NoteDraft) async throws -> Note {
        let ticket = store.begin().ticket
        let answer = try await sender.answer(to: Call(.post, Self.list, body: draft.json, key: draft.key))
        let note = try answer.value(Note.init)
        if defect == .losesRetriedCreation, answer.attempts > 1 { return note }
        store.change(since: ticket) { notes in if !notes.contains(where: { $0.id == note.id }) { notes.append(note) } }
        return note
    }

    /// Sends a queued note in one second, after the call that failed has ended: a defect.
    private func resumeSync(with draft: NoteDraft) {
        Task {
            try await context.clock.sleep(for: .seconds(1))
            _ = try await deliver(draft)
            queue.remove(draft)
        }
    }
}

extension NoteDraft {
    /// The note with another idempotency key.
    fileprivate var withNewKey: NoteDraft {
        var draft = self
        draft.key = UUID().uuidString
        return draft
    }
}
