/// A part of a list.
public struct Page<Item: Sendable>: Sendable {
    /// What is on it.
    public var items: [Item]
    /// Which one it is, from 1.
    public var number: Int
    /// How many items a page has at most.
    public var limit: Int
    /// How many items the list has; nil if nobody says it.
    public var total: Int?

    /// A page.
    public init(items: [Item], number: Int, limit: Int, total: Int? = nil) {
        self.items = items
        self.number = number
        self.limit = limit
        self.total = total
    }

    /// That page of a list that is all there.
    public init(_ number: Int, of all: [Item], limit: Int) {
        let (start, isTooFar) = (max(number, 1) - 1).multipliedReportingOverflow(by: limit)
        let items = isTooFar || number < 1 ? [] : all.dropFirst(start).prefix(limit)
        self.init(items: Array(items), number: number, limit: limit, total: all.count)
    }

    /// Whether no page follows: the total says it, or else a page that is not full.
    public var isLast: Bool {
        guard let total else { return items.count < limit }
        let (end, isTooFar) = number.multipliedReportingOverflow(by: limit)
        return isTooFar || end >= total
    }

    /// The same page of other items.
    public func map<Other: Sendable>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
        Page<Other>(items: try items.map(transform), number: number, limit: limit, total: total)
    }
}

extension Page: Equatable where Item: Equatable {}
