import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules of tokens", .admitted)
struct TokenRuleTests {
    private var sut: MadeUp {
        var sut = MadeUp(operation: .init("list", .get, "/items", reply: .init(200), value: []))
        sut.declaration.features.authRefresh = .init()
        return sut
    }
    private let first = MadeUp.entry("GET", "/items", ["Authorization": "Bearer t1"])
    private let second = MadeUp.entry("GET", "/items", ["Authorization": "Bearer t2"])
    private let refresh = MadeUp.entry("POST", "/auth/refresh")

    @Test("One refresh, and one more attempt with what it has brought.")
    func once() throws {
        #expect(try sut.judge("AUTH-02", "", [first, refresh, second], [.value([])]).verdict == .pass)
        let wrong: [[Journal.Entry]] = [
            [first], [first, refresh], [first, refresh, first], [first, refresh, refresh, second],
            [first, first, refresh, second],
        ]
        for entries in wrong {
            #expect(try sut.judge("AUTH-02", "", entries, [.value([])]).verdict == .fail)
        }
        #expect(try sut.judge("AUTH-02", "", [first, refresh, second], [.http(status: 401)]).verdict == .fail)
    }

    @Test("Many calls share a refresh; some of them may have come after it.")
    func shared() throws {
        let values = Array(repeating: ClientOutcome.value([]), count: 20)
        let late = Array(repeating: first, count: 12) + [refresh] + Array(repeating: second, count: 20)
        #expect(try sut.judge("AUTH-03", "", late, values).verdict == .pass)
        #expect(try sut.judge("AUTH-03", "", late + [refresh], values).verdict == .fail)
        #expect(try sut.judge("AUTH-03", "", late, values.dropLast() + [.auth(.refreshFailed)]).verdict == .fail)
        #expect(try sut.judge("AUTH-03", "", late + late + [first], values).verdict == .fail)
    }

    @Test("A new token that is refused ends the call.")
    func ends() throws {
        let outcome = ClientOutcome.auth(.unauthenticated, status: 401)
        #expect(try sut.judge("AUTH-04", "", [first, refresh, second], [outcome]).verdict == .pass)
        #expect(try sut.judge("AUTH-04", "", [first, refresh, second], [.http(status: 401)]).verdict == .pass)
        #expect(try sut.judge("AUTH-04", "", [first, refresh, second], [.hang]).verdict == .fail)
        var late = MadeUpCall()
        (late.outcomes, late.took) = ([outcome], .seconds(8))
        let complaints = try sut.judge("AUTH-04", "", late).findings
        #expect(complaints.contains("expected an end within 3 s, it took 8 s"))
        let again = [first, refresh, second, refresh, second]
        #expect(try sut.judge("AUTH-04", "", again, [outcome]).verdict == .fail)
    }

    @Test("A client that does not say that it gets another token is not asked for it.", arguments: 2...4)
    func undeclared(_ number: Int) {
        var sut = sut
        sut.declaration.features.authRefresh = nil
        #expect(sut.reason("AUTH-0\(number)") == "the client does not say that it gets another token")
    }
}
