import RehearsalContracts

/// The ledgers of this process: one for each place in the tests where a client is made.
enum ClauseLedgers {
    /// What a ledger is found by.
    struct Key: Hashable {
        var contract: String
        /// Where the client is made: `UserTests.swift:12`.
        var place: String
    }

    private static let known = Known()

    private final class Known: @unchecked Sendable {
        // Sendable: `ledgers` is reached under the lock.
        private let lock = Lock()
        private var ledgers: [Key: ClauseLedger] = [:]

        func ledger(_ key: Key, _ make: () -> ClauseLedger) -> ClauseLedger {
            lock.withLock {
                if let ledger = ledgers[key] { return ledger }
                let ledger = make()
                ledgers[key] = ledger
                return ledger
            }
        }
    }

    static func ledger(_ key: Key, _ make: () -> ClauseLedger) -> ClauseLedger { known.ledger(key, make) }
}
