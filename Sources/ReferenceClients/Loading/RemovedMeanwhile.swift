/// What was removed from a list while it was being fetched: an answer from before may still have it.
struct RemovedMeanwhile<Element: Identifiable> {
    private var ids: Set<Element.ID> = []

    /// A fetch begins; its answer knows of everything that was removed before.
    mutating func begin() { ids = [] }

    /// Something has been removed.
    mutating func insert(_ id: Element.ID) { ids.insert(id) }

    /// An answer without what has been removed since it was asked for.
    func filtered(_ answer: [Element]) -> [Element] { answer.filter { !ids.contains($0.id) } }
}
