import RehearsalPlatform

/// A memory of results of a slow function, by its argument, which any thread may use.
final class Memo<Argument: Hashable & Sendable, Result: Sendable>: Sendable {
    private let results = Locked<[Argument: Result]>([:])
    /// The maximum number of results.
    private let limit: Int

    /// - Parameter limit: the maximum number of results. The memo is emptied when it would have more.
    init(limit: Int) { self.limit = max(1, limit) }

    /// Returns the known result for an argument, or that of the function, which is then known.
    ///
    /// - Parameter function: a function whose result depends on nothing but the argument. Several threads may call it
    ///   for one argument at the same time.
    func result<Failure>(
        for argument: Argument,
        _ function: () throws(Failure) -> Result,
    ) throws(Failure) -> Result {
        if let known = results.withLock({ $0[argument] }) { return known }
        let result = try function()
        // The results are released after the lock, because their deinitializers can use this memo.
        var former: [Argument: Result] = [:]
        results.withLock { results in
            if results.count >= limit, results[argument] == nil { swap(&former, &results) }
            results[argument] = result
        }
        return result
    }
}
