/// A loader of a paged list that fetches one page at a time, as the user scrolls.
///
/// A page is fetched again only after a failure or a refresh. An item that moves between pages appears once.
public actor Pager<Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// A function that fetches a page by its number and its maximum number of items.
    public typealias Fetch = @Sendable (_ number: Int, _ limit: Int) async throws -> Page<Item>

    /// The items of all fetched pages.
    public private(set) var items: [Item] = []
    /// Whether the last page has been fetched.
    public private(set) var isAtEnd = false

    private let limit: Int
    private let fetch: Fetch
    private var known: Set<Item.ID> = []
    private var next = 1
    private var reading = SingleFlight<Void>(isReading: true)
    /// The number of refreshes. A page that was requested before the latest refresh is discarded.
    private var generation = 0

    /// Creates a pager that has fetched no page.
    public init(limit: Int = 20, fetch: @escaping Fetch) {
        self.limit = limit
        self.fetch = fetch
    }

    /// Fetches the next page, if any, and returns all items.
    ///
    /// - Throws: the error of the fetch. The next call then fetches the same page.
    public func loadMore() async throws -> [Item] {
        guard !isAtEnd else { return items }
        let generation = generation
        try await reading.value { try await self.read(generation) }
        return items
    }

    /// Fetches the list from its first page; the current items stay until that page is received.
    public func refresh() async throws -> [Item] {
        generation += 1
        reading = SingleFlight(isReading: true)
        next = 1
        isAtEnd = false
        return try await loadMore()
    }

    private func read(_ generation: Int) async throws {
        let page = try await fetch(next, limit)
        guard generation == self.generation else { return }
        if next == 1 { (items, known) = ([], []) }
        let new = page.items.filter { known.insert($0.id).inserted }
        items += new
        next += 1
        // A server without a total may repeat its last page forever, so a page without new items ends the list.
        isAtEnd = page.isLast || new.isEmpty && page.total == nil
    }
}
