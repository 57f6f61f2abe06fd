import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for arguments in requests", .limitedConcurrency)
struct ArgumentRuleTests {
    private var sut: MadeUp {
        var operation = Declaration.Operation("add", .post, "/items", reply: .init(201))
        operation.args = ["text": "late", "source": "map"]
        operation.details.body = ["note": "late"]
        operation.details.arguments = .init(
            query: ["q": "text"],
            headers: ["X-Source": "source"],
            invalid: ["empty": ["text": ""]]
        )
        return MadeUp(operation: operation)
    }

    @Test("The rules say what a contract must declare.")
    func notApplicable() {
        var silent = sut
        silent.operation.details.arguments = .init()
        let missing = "the contract does not declare"
        #expect(silent.reason("REQ-03") == "\(missing) an argument of add in its query (query)")
        #expect(silent.reason("REQ-09") == "\(missing) an argument of add in a header field (headers)")
        #expect(silent.reason("REQ-10") == "\(missing) invalid arguments of add (invalid)")
        let id = "the client does not declare a field with a correlation ID (correlationID)"
        #expect(silent.reason("REQ-11") == id)
        silent.operation.details.body = nil
        #expect(silent.reason("REQ-07") == "add sends no body")
    }

    @Test("A plus that a form decodes as a space is a finding, as is a parameter that is split.")
    func query() throws {
        func judge(_ variant: String, _ query: String) throws -> Verdict {
            try sut.judge("REQ-03", variant, [MadeUp.entry("POST", "/items?\(query)")], [.value(.null)]).verdict
        }
        #expect(try judge("text:plus", "q=a%2Bb%40c.com") == .pass)
        #expect(try judge("text:plus", "q=a+b@c.com") == .fail)
        #expect(try judge("text:reserved", "q=x%26y%3D1%23z%3F&page=1") == .pass)
        #expect(try judge("text:reserved", "q=x&y=1") == .fail)
        #expect(try judge("text:text", "q=%C3%A9%20100%2525") == .pass)
        #expect(try judge("text:text", "q=%C3%A9%20100%25") == .fail)
        let argument = try #require(sut.plan(of: "REQ-03").clauses.first).exercise.request.args
        #expect(argument["text"] == "a+b@c.com")
    }

    @Test("A header field that an argument adds is a finding, and a rejected call is not.")
    func injection() throws {
        func judge(_ entries: [Journal.Entry], _ outcome: ClientOutcome) throws -> Verdict {
            try sut.judge("REQ-09", "source:CRLF", entries, [outcome]).verdict
        }
        #expect(try judge([], .invalidRequest()) == .pass)
        #expect(try judge([], .value(.null)) == .fail)
        #expect(try judge([MadeUp.entry("POST", "/items", ["X-Source": "a"])], .value(.null)) == .pass)
        let injected = MadeUp.entry("POST", "/items", ["X-Rehearsal-Injected": "1"])
        #expect(try judge([injected], .value(.null)) == .fail)
    }

    @Test("A request with invalid arguments is a finding, as is an error of the server.")
    func invalid() throws {
        #expect(try sut.judge("REQ-10", "empty", [], [.invalidRequest(field: "text")]).verdict == .pass)
        #expect(try sut.judge("REQ-10", "empty", [], [.transport(.other)]).verdict == .fail)
        let sent = try sut.judge("REQ-10", "empty", [MadeUp.entry("POST", "/items")], [.domain("empty")])
        #expect(sent.findings == ["expected no request for invalid arguments, saw 1"])
    }

    @Test("A body that is cut or has no length is a finding.")
    func framing() throws {
        func judge(_ headers: Scenario.Headers, _ body: String) throws -> Verdict {
            let entry = MadeUp.entry("POST", "/items", headers, body: body)
            return try sut.judge("REQ-07", "text:unicode", [entry], [.value(.null)]).verdict
        }
        let whole = "{\"note\":\"Gr\u{FC}\u{DF}e \u{6771}\u{4EAC} \u{1F697}\"}"
        #expect(try judge(["Content-Length": "29"], whole) == .pass)
        #expect(try judge(["Content-Length": "20"], String(whole.prefix(15))) == .fail)
        #expect(try judge([:], whole) == .fail)
        #expect(try judge(["Content-Length": "29", "Transfer-Encoding": "chunked"], whole) == .fail)
    }

    @Test("An identifier that changes within a call, or does not change between calls, is a finding.")
    func correlation() throws {
        var sut = sut
        sut.operation = .init("list", .get, "/items", reply: .init(200))
        sut.declaration.features.correlationID = "X-ID"
        sut.declaration.retry = .init()
        func judge(_ ids: String...) throws -> Verdict {
            let entries = ids.map { MadeUp.entry("GET", "/items", $0.isEmpty ? [:] : ["X-ID": $0]) }
            return try sut.judge("REQ-11", "", entries, [.value(.null), .value(.null)]).verdict
        }
        #expect(try judge("1", "1", "2", "2") == .pass)
        #expect(try judge("1", "2", "3", "4") == .fail)
        #expect(try judge("1", "1", "1", "1") == .fail)
        #expect(try judge("", "1", "2", "2") == .fail)
    }
}
