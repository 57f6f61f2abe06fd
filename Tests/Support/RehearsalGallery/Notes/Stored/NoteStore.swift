import Rehearsal
import RehearsalHarness
import RehearsalPlatform

/// The stored list of notes: the last one from the server, with the later changes of the user.
final class NoteStore: Sendable {
    /// A stored list, and the entity tag with which it is validated; nil after a change of the user.
    struct Entry: Sendable {
        var notes: [Note]
        var tag: String?
    }

    /// The state of the store when a call began.
    struct Ticket: Sendable {
        fileprivate let epoch: Int
        fileprivate let changeCount: Int
    }

    private struct State {
        var entry: Entry?
        /// The number of logouts.
        var epoch = 0
        /// The number of changes.
        var changeCount = 0
    }

    private let documents: SubjectContext.Store
    private let state: Locked<State>
    private let defect: NotesDefect?
    private static let key = "notes"

    init(_ documents: SubjectContext.Store, defect: NotesDefect?) {
        (self.documents, self.defect) = (documents, defect)
        let notes = documents[Self.key].flatMap { try? Note.list(Node($0, at: "$", defect: nil)) }
        state = Locked(State(entry: notes.map { Entry(notes: $0) }))
    }

    /// The stored list; nil if there is none.
    var entry: Entry? { state.withLock { $0.entry } }

    /// Returns the state of the store at the start of a call, and the stored list.
    func begin() -> (ticket: Ticket, entry: Entry?) {
        state.withLock { (Ticket(epoch: $0.epoch, changeCount: $0.changeCount), $0.entry) }
    }

    /// Stores the list of a reply, unless the user has logged out since the start of the call, or the list has changed.
    func keep(_ notes: [Note], tag: String?, since ticket: Ticket) {
        state.withLock { state in
            guard ticket.epoch == state.epoch || defect == .storesAfterLogout,
                ticket.changeCount == state.changeCount
            else { return }
            state.changeCount += 1
            set(Entry(notes: notes, tag: tag), &state)
        }
    }

    /// Applies a change of the user to the stored list, unless the user has logged out since the start of the call.
    func change(since ticket: Ticket, _ change: (inout [Note]) -> Void) {
        state.withLock { state in
            guard ticket.epoch == state.epoch else { return }
            state.changeCount += 1
            guard var notes = state.entry?.notes else { return }
            change(&notes)
            set(Entry(notes: notes), &state)
        }
    }

    /// Removes the stored list at a logout.
    func wipe() {
        state.withLock { state in
            state.epoch += 1
            let isEmptied = defect == .validatesRemovedList
            set(isEmptied ? state.entry.map { Entry(notes: [], tag: $0.tag) } : nil, &state)
        }
    }

    private func set(_ entry: Entry?, _ state: inout State) {
        state.entry = entry
        documents[Self.key] = entry.map { .array($0.notes.map(\.json)) }
    }
}
