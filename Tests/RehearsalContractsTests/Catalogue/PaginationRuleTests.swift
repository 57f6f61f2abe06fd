import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for pages", .limitedConcurrency)
struct PaginationRuleTests {
    private var sut: MadeUp {
        let body = #"{"items": [{"id": 1}, {"id": 2}], "next": null}"#
        var operation = Declaration.Operation("list", .get, "/items", reply: .init(200, body: Array(body.utf8)))
        operation.args = ["text": "a"]
        operation.details.value = [["id": 1], ["id": 2]]
        operation.details.pages = .token(in: "token", next: "/next", items: "/items")
        operation.details.arguments = .init(query: ["q": "text"])
        return MadeUp(operation: operation)
    }

    private func get(_ query: String) -> Journal.Entry { MadeUp.entry("GET", "/items?\(query)") }

    private func value(_ numbers: Int...) -> [ClientOutcome] {
        [.value(.array(numbers.map { ["id": .integer(9_000_001 + $0)] }))]
    }

    @Test("The rules say what a contract must declare.")
    func notApplicable() {
        var silent = sut
        silent.operation.details.pages = nil
        #expect(silent.reason("PAGE-01") == "the contract does not declare the pages of list (pages)")
        var numbered = sut
        numbered.operation.details.pages = .numbered(by: "page", size: 2, items: "/items")
        let other = "the pages of list have the form pageAndLimit, to which the rule does not apply"
        #expect(numbered.reason("PAGE-02") == other)
        var empty = sut
        empty.operation.details.pages = .token(in: "token", next: "/next", items: "/rows")
        #expect(empty.reason("PAGE-01") == "the recorded reply to list has no items with /id at /rows (pages)")
        let all = "a call of list loads all pages, not the next one (pages: incremental)"
        #expect(sut.reason("PAGE-06") == all)
    }

    @Test("A list that ends at an empty page is a finding.")
    func end() throws {
        let requests = [get("q=a"), get("q=a&token=p2"), get("q=a&token=p3")]
        #expect(try sut.judge("PAGE-01", "sizes", requests, value(0, 1, 2, 3)).verdict == .pass)
        #expect(
            try sut.judge("PAGE-01", "sizes", Array(requests.prefix(2)), value(0, 1, 2)).findings == [
                "expected 3 requests of list, saw 2",
                "expected the items 9000001, 9000002, 9000003, 9000004 once each and in order, "
                    + "got 9000001, 9000002, 9000003",
            ]
        )
    }

    @Test("The replies have the form of the recorded one, with the items and the token of their page.")
    func replies() throws {
        let clause = try #require(sut.plan(of: "PAGE-01").clauses.first)
        let bodies = clause.exercise.scenario.endpoints[0].replies.map { reply -> JSON? in
            guard case .bytes(let bytes, _) = reply.body else { return nil }
            return try? JSON(parsing: String(decoding: bytes, as: UTF8.self))
        }
        #expect(bodies[1] == ["items": [], "next": "p3"])
        #expect(bodies[2] == ["items": [["id": 9_000_004]], "next": nil])
    }

    @Test("A token that a form decodes to another one is a finding.")
    func tokens() throws {
        let right = get("token=a%2B%2F%3D%26%C3%A9")
        #expect(try sut.judge("PAGE-02", "", [get("q=a"), right], value(0, 1)).verdict == .pass)
        let plus = try sut.judge("PAGE-02", "", [get("q=a"), get("token=a+%2F%3D%26%C3%A9")], value(0, 1))
        #expect(plus.verdict == .fail)
    }

    @Test("Another argument on the second page is a finding, and another order of the arguments is not.")
    func arguments() throws {
        #expect(try sut.judge("PAGE-03", "", [get("q=a&s=1"), get("s=1&token=p2&q=a")], value(0, 1)).verdict == .pass)
        #expect(try sut.judge("PAGE-03", "", [get("q=a&s=1"), get("q=a&token=p2")], value(0, 1)).verdict == .fail)
    }

    @Test("A client must stop at a repeated token, with an error or without one.")
    func repetition() throws {
        let requests = [get("q=a"), get("q=a&token=same")]
        #expect(try sut.judge("PAGE-04", "", requests, value(0)).verdict == .pass)
        #expect(try sut.judge("PAGE-04", "", requests, [.decoding(.dataCorrupted)]).verdict == .pass)
        #expect(try sut.judge("PAGE-04", "", requests + requests, value(0)).verdict == .fail)
    }

    @Test("An item that occurs twice is a finding.")
    func duplicates() throws {
        let requests = [get("q=a"), get("q=a&token=p2")]
        #expect(try sut.judge("PAGE-05", "moved", requests, value(0, 1, 2)).verdict == .pass)
        #expect(try sut.judge("PAGE-05", "moved", requests, value(0, 1, 1, 2)).verdict == .fail)
    }

    @Test(
        "Two requests for the same page of an incremental list are a finding, and other rules make no parallel calls."
    )
    func shared() throws {
        var sut = sut
        sut.operation.details.pages?.isIncremental = true
        let values = value(0) + value(0) + value(0) + value(0) + value(0)
        #expect(try sut.judge("PAGE-06", "", [get("q=a"), get("q=a&token=p2")], values).verdict == .pass)
        #expect(
            try sut.judge("PAGE-06", "", [get("q=a"), get("q=a")], values).findings == [
                "expected one request for each page, saw /items?q=a again"
            ]
        )
        sut.declaration.features.authRefresh = .init()
        #expect(sut.reason("AUTH-03") == "parallel calls of list share the request of a page (pages)")
    }
}
