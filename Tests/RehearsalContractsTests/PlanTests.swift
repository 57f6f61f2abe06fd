import Rehearsal
import RehearsalContracts
import Testing

@Suite("A plan")
struct PlanTests {
    @Test("What a client cannot be tried for is listed, with the reason.")
    func notApplicable() {
        let operation = Declaration.Operation("cancel", .delete, "/items/1", isVoid: true, reply: .init(204))
        let sut = Plan(Declaration(name: "a client", operations: [operation]))
        #expect(sut.notApplicable.contains { $0.rule == "STAT-01" && $0.operation == "cancel" })
        #expect(!sut.clauses.contains { $0.rule.id == "STAT-01" })
    }
}
