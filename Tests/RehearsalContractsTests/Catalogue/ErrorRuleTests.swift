import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for the types of errors", .limitedConcurrency)
struct ErrorRuleTests {
    private var sut: MadeUp {
        var sut = MadeUp.client(.none)
        sut.operation.errorTypes = ["ItemError"]
        sut.operation.domainErrors = [409: "taken"]
        return sut
    }

    private func judge(_ rule: String, _ variant: String, _ error: ThrownError?) throws -> ClauseResult {
        var call = MadeUpCall()
        call.add(at: .zero)
        call.outcomes = [rule == "ERR-02" ? .cancelled : .http(status: 404)]
        call.errors = error.map { [$0] } ?? []
        return try sut.judge(rule, variant, call)
    }

    @Test("Each failure must reach the caller as a declared type.")
    func declared() throws {
        let variants = ["404", "503", "refused", "reset", "409", "malformed", "timeout"]
        #expect(sut.plan(of: "ERR-01").clauses.map(\.variant) == variants)
        #expect(try judge("ERR-01", "404", ThrownError(type: "ItemError")).verdict == .pass)
        let raw = try judge("ERR-01", "404", ThrownError(type: "URLError"))
        #expect(raw.findings == ["expected an error of the type ItemError, got URLError for http(404)"])
    }

    @Test("Each clause depends on the rule that tests its outcome.")
    func prerequisites() {
        let rules = sut.plan(of: "ERR-01").clauses.map { $0.dependsOn.last }
        #expect(rules == ["STAT-02", "STAT-04", "TRN-01", "TRN-02", "STAT-02", "DEC-01", "CANC-04"])
    }

    @Test("A cancelled call may also throw CancellationError.")
    func cancelled() throws {
        #expect(try judge("ERR-02", "", ThrownError(type: "CancellationError")).verdict == .pass)
        #expect(try judge("ERR-02", "", ThrownError(type: "ItemError")).verdict == .pass)
        #expect(try judge("ERR-02", "", ThrownError(type: "URLError")).verdict == .fail)
        #expect(try judge("ERR-01", "404", ThrownError(type: "CancellationError")).verdict == .fail)
    }

    @Test("Without the type of an error, the clause is inconclusive.")
    func unknown() throws {
        let reason = "the subject does not report the type of the error (errorType)"
        #expect(try judge("ERR-01", "404", nil).verdict == .inconclusive(reason))
    }

    @Test("A returned value has no error type, and a hang is a finding.")
    func others() throws {
        var call = MadeUpCall()
        call.errors = [nil]
        #expect(try sut.judge("ERR-01", "refused", call).verdict == .pass)
        call.outcomes = [.hang]
        #expect(try sut.judge("ERR-01", "refused", call).verdict == .fail)
    }

    @Test("The notes name the errors that the default classifier mapped.")
    func notes() throws {
        let error = ThrownError(type: "ItemError", guessedFrom: "ItemError.status")
        let note = "the default classifier mapped ItemError.status to http(404); a contract can map it (classify)"
        #expect(try judge("ERR-01", "404", error).notes == [note])
        var call = MadeUpCall()
        (call.outcomes, call.errors) = ([.http(status: 404)], [error])
        #expect(try sut.judge("STAT-01", "200", call).notes == [note])
        call.outcomes = [.value([1, 2])]
        call.add(at: .zero)
        #expect(try sut.judge("STAT-01", "200", call).notes == [])
    }

    @Test("The rules do not apply to an operation that declares no types.")
    func undeclared() {
        let sut = MadeUp.client()
        #expect(sut.reason("ERR-01") == "the contract does not declare the error types of list (throws)")
        #expect(sut.reason("ERR-02") == "the contract does not declare the error types of list (throws)")
    }
}
