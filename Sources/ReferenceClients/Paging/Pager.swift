/// Reads a list page by page, for a screen that is scrolled.
///
/// However often it is asked, each page is asked for once; one that failed is asked for again, and no other. What moves
/// from page to page meanwhile is there once.
public actor Pager<Item: Identifiable & Sendable> where Item.ID: Sendable {
    /// Reads a page: its number, and how many items it has at most.
    public typealias Fetch = @Sendable (_ number: Int, _ limit: Int) async throws -> Page<Item>

    /// What has been read.
    public private(set) var items: [Item] = []
    /// Whether there is nothing more to be read.
    public private(set) var isAtEnd = false

    private let limit: Int
    private let fetch: Fetch
    private var known: Set<Item.ID> = []
    private var next = 1
    private var reading = SingleFlight<Void>()
    /// Which reading of the list it is: a page of an older one is dropped.
    private var generation = 0

    /// A pager at the beginning of a list.
    public init(limit: Int = 20, fetch: @escaping Fetch) {
        self.limit = limit
        self.fetch = fetch
    }

    /// Reads the next page, if there is one, and returns all that has been read.
    ///
    /// - Throws: what reading throws; then that page is still the next.
    public func loadMore() async throws -> [Item] {
        guard !isAtEnd else { return items }
        let generation = generation
        try await reading.value { try await self.read(generation) }
        return items
    }

    /// Begins again: what has been read stays until the first page is there.
    public func refresh() async throws -> [Item] {
        generation += 1
        reading = SingleFlight()
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
        // A server that gives the same page for ever, and says nothing of a total, has no more to give either.
        isAtEnd = page.isLast || new.isEmpty && page.total == nil
    }
}
