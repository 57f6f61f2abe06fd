import RehearsalContracts
import RehearsalPlatform

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
                _ = ReportFolder.isPrepared
                let ledger = make()
                ledgers[key] = ledger
                return ledger
            }
        }

        var all: [Key: ClauseLedger] { lock.withLock { ledgers } }
    }

    /// What each of them knows, and what it is called: by its contract, and by its place where that is not enough.
    static func reports() async -> [(name: String, report: ContractReport)] {
        let all = known.all.sorted { ($0.key.contract, $0.key.place) < ($1.key.contract, $1.key.place) }
        var reports: [(name: String, report: ContractReport)] = []
        for (key, ledger) in all {
            let isAlone = all.count { $0.key.contract == key.contract } == 1
            reports.append((isAlone ? key.contract : "\(key.contract)-\(key.place)", await ledger.report()))
        }
        return reports
    }

    static func ledger(_ key: Key, _ make: () -> ClauseLedger) -> ClauseLedger { known.ledger(key, make) }
}
