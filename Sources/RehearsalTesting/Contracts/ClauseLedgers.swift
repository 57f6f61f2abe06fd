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

    private static let ledgers = Locked<[Key: ClauseLedger]>([:])

    /// What each of them knows, and what it is called: by its contract, and by its place where that is not enough.
    static func reports() async -> [(name: String, report: ContractReport)] {
        let all = ledgers.withLock { $0 }.sorted { ($0.key.contract, $0.key.place) < ($1.key.contract, $1.key.place) }
        var reports: [(name: String, report: ContractReport)] = []
        for (key, ledger) in all {
            let isAlone = all.count { $0.key.contract == key.contract } == 1
            reports.append((isAlone ? key.contract : "\(key.contract)-\(key.place)", await ledger.report()))
        }
        return reports
    }

    static func ledger(_ key: Key, _ make: () -> ClauseLedger) -> ClauseLedger {
        ledgers.withLock {
            if let ledger = $0[key] { return ledger }
            _ = ReportFolder.isPrepared
            let ledger = make()
            $0[key] = ledger
            return ledger
        }
    }
}
