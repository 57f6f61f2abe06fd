/// A list of notes that is loaded page by page. Calls during the load of a page wait for that page.
actor NotePages {
    private var notes: [Note] = []
    /// The number of the page to load next.
    private var next = 1
    private var load: Task<[Note], any Error>?
    private var waiterCount = 0
    /// The number of resets. A page that arrives after one is not kept.
    private var epoch = 0
    private let defect: NotesDefect?
    private let page: @Sendable (_ number: Int) async throws -> [Note]

    /// The number of notes of a full page.
    static let size = 2

    init(defect: NotesDefect?, page: @escaping @Sendable (_ number: Int) async throws -> [Note]) {
        (self.defect, self.page) = (defect, page)
    }

    /// Loads the next page or, after the last one, the first page again, and returns the list so far.
    func loadMore() async throws -> [Note] {
        try Task.checkCancellation()
        let task = load ?? Task { [epoch] in try await loadPage(in: epoch) }
        load = task
        waiterCount += 1
        defer { waiterCount -= 1 }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { await cancelIfAlone() }
        }
    }

    /// Forgets the list at a logout.
    func reset() {
        (notes, next, load) = ([], 1, nil)
        epoch += 1
    }

    private func loadPage(in epoch: Int) async throws -> [Note] {
        defer { if epoch == self.epoch { load = nil } }
        let number = next
        let added: [Note]
        do { added = try await page(number) } catch {
            if defect == .skipsFailedPage, number > 1 { next = number + 1 }
            throw error
        }
        guard epoch == self.epoch else { throw NotesError.loggedOut }
        if number == 1 { notes = [] }
        // A note that moved to another page occurs once.
        notes += added.filter { note in !notes.contains { $0.id == note.id } }
        next = added.count < Self.size ? 1 : number + 1
        return notes
    }

    /// Cancels the load after its only waiter was cancelled.
    private func cancelIfAlone() { if waiterCount == 1 { load?.cancel() } }
}
