import Rehearsal
import RehearsalContracts
import RehearsalHarness
import TestAdmission
import Testing

@Suite("Promises in the hello of a subject", .limitedConcurrency)
struct PromiseHelloTests {
    private static func promising(_ promise: JSON) -> JSON {
        ["hello": 1, "ops": [["op": "drop", "method": "DELETE", "path": "/1", "void": true]], "promises": [promise]]
    }

    @Test("A minimal promise depends on a success and has no outcome, token or store.")
    func promise() throws {
        let hello = Self.promising(["id": "P-1", "says": "It is kept.", "op": "drop", "scenario": ["endpoints": []]])
        let sut = try #require(try Declaration(hello: hello).promises.first)
        #expect(sut.dependsOn == ["STAT-01", "STAT-05"])
        #expect(sut.outcome == nil)
        #expect(!sut.mustBeFresh)
        #expect(sut.isOnline)
        #expect(sut.token == nil)
        #expect(sut.store.isEmpty)
    }

    @Test("A promise with a template needs no statement, scenario or prerequisites, and is written without a scenario.")
    func template() throws {
        let hello = Self.promising(["id": "P-1", "op": "drop", "template": "latestWins", "deletes": "drop"])
        let declaration = try Declaration(hello: hello)
        let sut = try #require(declaration.promises.first)
        #expect(declaration.remarks == [])
        #expect(sut.template == .latestWins)
        #expect(sut.deletion == "drop")
        #expect(sut.statement == ScreenTemplate.latestWins.statement)
        #expect(sut.dependsOn == ["STAT-01"])
        let written = try #require(declaration.hello["promises"]?[0])
        #expect(written["template"] == "latestWins")
        #expect(written["scenario"] == nil)
    }

    @Test("The former name of the prerequisites is read without a remark, and only the current name is written.")
    func formerName() throws {
        let hello = Self.promising(
            ["id": "P-1", "says": "It is kept.", "op": "drop", "scenario": ["endpoints": []], "restsOn": ["STAT-02"]]
        )
        let sut = try Declaration(hello: hello)
        #expect(sut.promises.map(\.dependsOn) == [["STAT-02"]])
        #expect(sut.remarks == [])
        let written = try #require(sut.hello["promises"]?[0])
        #expect(written["dependsOn"] == ["STAT-02"])
        #expect(written["restsOn"] == nil)
    }

    @Test("If a message has both names of the prerequisites, the current name takes precedence, without a remark.")
    func bothNames() throws {
        let hello = Self.promising(
            [
                "id": "P-1", "says": "It is kept.", "op": "drop", "scenario": ["endpoints": []], "restsOn": ["STAT-02"],
                "dependsOn": ["STAT-01"],
            ]
        )
        let sut = try Declaration(hello: hello)
        #expect(sut.promises.map(\.dependsOn) == [["STAT-01"]])
        #expect(sut.remarks == [])
    }

    @Test(
        "An ambiguous or invalid promise is rejected with its path.",
        arguments: [
            (
                ["id": "STAT-01", "says": "", "op": "a", "scenario": "x"],
                "promises: STAT-01 is a rule of the catalogue"
            ),
            (["id": "drop", "says": "", "op": "a", "scenario": "x"], "two operations or promises have the name drop"),
            (
                ["id": "P", "says": "", "op": "a", "scenario": "x", "dependsOn": ["X-1"]],
                "P depends on X-1, which is not a"
            ),
            (
                ["id": "P", "says": "", "op": "dorp", "scenario": "x"],
                "P depends on rules for dorp, which is not a declared operation"
            ),
            (["id": "a/b", "says": "", "op": "a", "scenario": "x"], "promises[0].id: expected a name without / and *"),
            (["id": "a\u{202E}b", "says": "", "op": "a", "scenario": "x"], "promises[0].id: expected a name without"),
            (["id": "P", "says": "", "op": "a\u{2028}b", "scenario": "x"], "promises[0].op: expected a name without"),
            (
                ["id": "MAP", "says": "", "op": "drop", "scenario": "x"],
                "promises: MAP is reserved for clauses of the decoding"
            ),
            (["id": "P", "says": "", "op": "a"], "promises[0].scenario"),
            (["id": "P", "op": "a", "scenario": "x"], "promises[0].says"),
            (["id": "P", "op": "a", "scenario": "x", "template": "latestWins"], "found both"),
            (["id": "P", "op": "drop", "template": "newestWins"], "promises[0].template"),
            (
                ["id": "P", "op": "drop", "template": "deleteByIdentity", "deletes": "dorp"],
                "P deletes rows with dorp, which is not a declared operation"
            ),
            (
                ["id": "P", "says": "", "op": "a", "scenario": 1],
                "promises[0].scenario: expected the name of a scenario"
            ),
            (
                ["id": "P", "says": "", "op": "a", "scenario": "x", "outcome": ["kind": "no"]],
                "promises[0].outcome.kind"
            ),
        ] as [(JSON, String)]
    )
    func misnamed(promise: JSON, message: String) throws {
        let error = #expect(throws: MessageError.self) { try Declaration(hello: Self.promising(promise)) }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(String(describing: error))")
    }

    @Test("A hello can have at most a thousand promises.")
    func many() throws {
        func hello(_ count: Int) -> JSON {
            let promises = (0..<count).map { number -> JSON in
                ["id": .string("P-\(number)"), "says": "", "op": "drop", "scenario": "x"]
            }
            return [
                "hello": 1, "ops": [["op": "drop", "method": "DELETE", "path": "/1", "void": true]],
                "promises": .array(promises),
            ]
        }
        #expect(try Declaration(hello: hello(1_000)).promises.count == 1_000)
        let error = #expect(throws: MessageError.self) { try Declaration(hello: hello(1_001)).promises.count }
        #expect(error?.description == "promises: expected at most 1000 promises, found 1001")
    }
}
