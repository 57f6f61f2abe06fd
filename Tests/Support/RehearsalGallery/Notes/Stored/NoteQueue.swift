import RehearsalPlatform

/// The notes that were created without a connection, in order.
final class NoteQueue: Sendable {
    /// A note that waits for its delivery.
    private struct Item: Sendable {
        let draft: NoteDraft
        /// The number of deliveries that failed.
        var failureCount = 0
    }

    private let items = Locked<[Item]>([])
    private let defect: NotesDefect?

    init(defect: NotesDefect?) { self.defect = defect }

    /// The note to deliver next; nil if the queue is empty.
    var first: NoteDraft? { items.withLock { $0.first?.draft } }

    func append(_ draft: NoteDraft) { items.withLock { $0.append(Item(draft: draft)) } }

    /// Removes a note after its delivery.
    func remove(_ draft: NoteDraft) { items.withLock { $0.removeAll { $0.draft.key == draft.key } } }

    func removeAll() { items.withLock { $0 = [] } }

    /// Records a delivery that failed and may succeed later. The note keeps its place.
    func recordFailure(of draft: NoteDraft) {
        items.withLock { items in
            guard let index = items.firstIndex(where: { $0.draft.key == draft.key }) else { return }
            items[index].failureCount += 1
            if defect == .dropsTwiceFailedNote, items[index].failureCount > 1 { items.remove(at: index) }
            if defect == .movesFailedNote { items.append(items.remove(at: index)) }
        }
    }
}
