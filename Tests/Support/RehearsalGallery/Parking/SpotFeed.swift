/// A list of parking spots that is loaded page by page. Calls during the load of a page wait for that page.
actor SpotFeed {
    /// A page of the list, and the token of the next one.
    typealias Page = (spots: [SpotSummary], next: String?)

    private var spots: [SpotSummary] = []
    private var next: String?
    private var load: Task<[SpotSummary], any Error>?
    private var waiterCount = 0
    private let defect: Defect?
    private let page: @Sendable (_ token: String?) async throws -> Page

    init(defect: Defect?, page: @escaping @Sendable (_ token: String?) async throws -> Page) {
        (self.defect, self.page) = (defect, page)
    }

    /// Loads the next page or, after the last one, the first page again, and returns the list so far.
    func loadMore() async throws -> [SpotSummary] {
        try Task.checkCancellation()
        let load = defect == .loadsPageTwice ? nil : self.load
        let task = load ?? Task { try await loadPage() }
        self.load = task
        waiterCount += 1
        defer { waiterCount -= 1 }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { await cancelIfAlone() }
        }
    }

    private func loadPage() async throws -> [SpotSummary] {
        defer { load = nil }
        let (added, next) = try await page(next)
        if self.next == nil { spots = [] }
        spots += added
        self.next = next
        return spots
    }

    /// Cancels the load after its only waiter was cancelled.
    private func cancelIfAlone() { if waiterCount == 1 { load?.cancel() } }
}
