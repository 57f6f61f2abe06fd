public import RehearsalContracts
public import Testing

extension Contract {
    /// One rule, tried in one way with one operation of a client: an argument of a parametrised test.
    public struct Clause: Sendable, Identifiable, CustomTestStringConvertible, CustomStringConvertible {
        /// `RETRY-02/getUser/503`: stays the same from one run to the next.
        public let id: String
        let book: Book

        /// What it is called where tests are listed.
        public var testDescription: String { id }
        /// What it is called in reports.
        public var description: String { id }
    }

    /// What is known of a contract before anything is tried.
    final class Book: Sendable {
        let contract: Contract
        let plan: Plan
        let clauses: [String: PlannedClause]
        /// Recorded answers that could not be found.
        let missing: [String]

        init(_ contract: Contract, profile: Plan.Profile) {
            (self.contract, missing) = contract.resolved()
            plan = Plan(self.contract.declaration, profile: profile)
            clauses = Dictionary(plan.clauses.map { ($0.id, $0) }) { first, _ in first }
        }
    }

    /// Everything that the client is held to: the core rules that can be tried with it, operation by operation.
    ///
    /// What cannot be tried with this client is in the report (`REHEARSAL_REPORTS`), with the reason.
    public var clauses: [Clause] {
        let book = Book(self, profile: .core)
        guard book.missing.isEmpty else { return [Clause(id: "the recordings of \(name)", book: book)] }
        return book.plan.clauses.map { Clause(id: $0.id, book: book) }
    }
}
