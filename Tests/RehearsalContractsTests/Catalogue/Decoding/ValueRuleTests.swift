import Rehearsal
import RehearsalContracts
import TestAdmission
import Testing

@Suite("Rules for words, dates and amounts", .limitedConcurrency)
struct ValueRuleTests {
    private static let body = """
        [{"state":"open","at":"2026-03-02T08:00:00Z","price":7.5},{"state":"done","at":"2026-03-03T09:00:00Z","price":2}]
        """
    private static let first: JSON = ["state": "open", "at": "2026-03-02T08:00:00.000Z", "price": 7.5]

    private func made(_ unknown: DeclaredFeatures.UnknownEnum = .fail) -> MadeUp {
        var declaration = Declaration(name: "a client")
        declaration.features.unknownEnum = unknown
        return MadeUp(
            declaration: declaration,
            operation: .init(
                "list",
                .get,
                "/items",
                reply: .init(200, body: Array(Self.body.utf8)),
                fields: [
                    .init("$[*].state", .enum, isRequired: false), .init("$[*].at", .date), .init("$[*].price", .money),
                ],
                details: .init(
                    value: [Self.first, ["state": "done", "at": "2026-03-03T09:00:00.000Z", "price": 2]]
                )
            )
        )
    }

    /// The list with another second element.
    private func list(state: JSON = "done", at: JSON = "2026-03-03T09:00:00.000Z", price: JSON = 2) -> ClientOutcome {
        .value([Self.first, ["state": state, "at": at, "price": price]])
    }

    private func verdict(
        _ rule: String,
        _ variant: String,
        _ outcome: ClientOutcome,
        _ unknown: DeclaredFeatures.UnknownEnum = .fail,
    ) throws -> Verdict {
        try made(unknown).judge(rule, variant, [MadeUp.entry("GET", "/items")], [outcome]).verdict
    }

    @Test("An unknown word must yield an error with its path if the client declares no other behaviour.")
    func wordFails() throws {
        let right = ClientOutcome.decoding(.dataCorrupted, path: "[1].state")
        #expect(try verdict("DEC-07", "state", right) == .pass)
        #expect(try verdict("DEC-07", "state", .decoding(.dataCorrupted)) == .fail)
        #expect(try verdict("DEC-07", "state", right, .case) == .fail)
        #expect(try verdict("DEC-07", "state", right, .skip) == .fail)
    }

    @Test("An unknown word may become a case of its own, and may become neither a known word nor null.")
    func wordCase() throws {
        for unknown in DeclaredFeatures.UnknownEnum.allCases {
            #expect(try verdict("DEC-07", "state", list(state: ["unknown": "rehearsed_word"]), unknown) == .pass)
            #expect(try verdict("DEC-07", "state", list(state: "open"), unknown) == .fail)
            #expect(try verdict("DEC-07", "state", list(state: "done"), unknown) == .fail)
            #expect(try verdict("DEC-07", "state", list(state: .null), unknown) == .fail)
        }
    }

    @Test("A declared word must yield a value that differs from the value of an unknown word.")
    func knownWords() throws {
        let judge = { (unknown: DeclaredFeatures.UnknownEnum, outcomes: [ClientOutcome]) in
            var sut = made(unknown)
            sut.operation.fields?[0].words = ["open", "done", "in_progress"]
            return try sut.judge("DEC-07", "state:words", [MadeUp.entry("GET", "/items")], outcomes).findings
        }
        let subject = #"the declared enum value "in_progress" at $[1].state"#
        let (open, failed, progress) = (
            list(state: "open"), ClientOutcome.decoding(.dataCorrupted), list(state: "inProgress")
        )
        #expect(try judge(.fail, [list(), open, progress]) == [])
        #expect(
            try judge(.fail, [list(), open, failed])
                == ["expected a value for \(subject), got decoding(dataCorrupted)"]
        )
        #expect(try judge(.fail, [failed, open, progress]).count == 1)
        #expect(try judge(.fail, [list()]) == ["expected 3 outcomes, got 1"])
        let short = ClientOutcome.value([Self.first])
        #expect(try judge(.skip, [list(), open, short]) == ["an element is missing for \(subject)"])
        let skipped = ClientOutcome.value([Self.first], ClientOutcome.Freshness(skipped: 1))
        #expect(try judge(.fail, [list(), open, skipped]) == ["an element is missing for \(subject)"])
        #expect(try judge(.skip, [skipped, skipped, skipped]) == [])
        let (other, asOther) = (list(state: ["other": "rehearsed_word"]), list(state: ["other": "in_progress"]))
        #expect(try judge(.case, [list(), other, open, progress]) == [])
        #expect(
            try judge(.case, [list(), other, open, asOther]) == ["\(subject) is read as an unknown enum value"]
        )
        let unknown = list(state: "unknown")
        #expect(try judge(.case, [list(), unknown, open, unknown]).count == 1)
        #expect(try judge(.case, [list(), unknown, open, progress]) == [])
        #expect(
            try judge(.fail, [list(), progress, open])
                == [#"the enum values "open" and "in_progress" at $[1].state are swapped: each is read as the other"#]
        )
        #expect(try judge(.fail, [list(), open, open]) == [])
    }

    @Test("A client whose values do not distinguish known from unknown words is not compared.")
    func openWords() throws {
        let judge = { (values: [JSON]) in
            var sut = made(.case)
            sut.operation.fields?[0].words = ["open", "done", "in_progress"]
            let outcomes = values.map { self.list(state: $0) }
            return try sut.judge("DEC-07", "state:words", [MadeUp.entry("GET", "/items")], outcomes)
        }
        for values: [JSON] in [
            ["done", "rehearsed_word", "open", "in_progress"],
            [["raw": "done"], ["raw": "rehearsed_word"], ["raw": "open"], ["raw": "in_progress"]],
            [true, false, true, false],
        ] {
            let result = try judge(values)
            #expect(result.findings == [])
            let note = "at $[1].state, the returned values do not distinguish known from unknown enum values"
            #expect(result.notes == [note])
        }
    }

    @Test(
        "Declared words that the recorded answer lacks are tried in groups of twenty, and the fallback may be one of them."
    )
    func manyWords() throws {
        var sut = made(.case)
        sut.operation.fields?[0].words = (0..<45).map { "w\($0)" }
        let names = { sut.plan(of: "DEC-07").clauses.map(\.variant) }
        #expect(names() == ["state", "state:words", "state:words-2", "state:words-3"])
        sut.operation.fields?[0].words = ["done"]
        #expect(names() == ["state"])
        sut.operation.fields?[0].words = ["done", "unknown"]
        let unknown = list(state: "unknown")
        let entries = [MadeUp.entry("GET", "/items")]
        #expect(try sut.judge("DEC-07", "state:words", entries, [list(), unknown, unknown]).verdict == .pass)
        #expect(try sut.judge("DEC-07", "state", entries, [unknown]).verdict == .pass)
    }

    @Test("An unknown word may not become a declared word, unless it is the fallback.")
    func declaredForUnknown() throws {
        var sut = made(.case)
        sut.operation.fields?[0].words = ["open", "done", "closed"]
        let judge = { (state: JSON) in
            try sut.judge("DEC-07", "state", [MadeUp.entry("GET", "/items")], [list(state: state)]).findings
        }
        #expect(try judge("closed") == [#"an unknown enum value at $[1].state was read as "closed""#])
        #expect(try judge("unknown") == [])
    }

    @Test("An unknown word outside of a list must yield an error with its path.")
    func wordAlone() throws {
        let body = Array(#"{"state": "open"}"#.utf8)
        var sut = MadeUp(
            operation: .init(
                "item",
                .get,
                "/item",
                reply: .init(200, body: body),
                details: .init(value: ["state": "open"])
            )
        )
        sut.operation.fields = [.init("$.state", .enum)]
        sut.declaration.features.unknownEnum = .skip
        let entry = MadeUp.entry("GET", "/item")
        let right = ClientOutcome.decoding(.dataCorrupted, path: "$.state", status: 200)
        #expect(try sut.judge("DEC-07", "state", [entry], [right]).verdict == .pass)
        #expect(try sut.judge("DEC-07", "state", [entry], [.decoding(.dataCorrupted)]).verdict == .fail)
    }

    @Test(
        "The element with an unknown word may be skipped if the client declares or reports it, and no other element may."
    )
    func wordSkipped() throws {
        let short = JSON.array([Self.first])
        #expect(try verdict("DEC-07", "state", .value(short), .skip) == .pass)
        #expect(try verdict("DEC-07", "state", .value(short, .init(skipped: 1)), .fail) == .pass)
        #expect(try verdict("DEC-07", "state", .value(short), .fail) == .fail)
        #expect(try verdict("DEC-07", "state", .value(short), .case) == .fail)
        #expect(try verdict("DEC-07", "state", .value(short, .init(skipped: 2)), .skip) == .fail)
        #expect(try verdict("DEC-07", "state", .value([]), .skip) == .fail)
    }

    @Test(
        "Each notation of a date must yield its instant to the millisecond.",
        arguments: [
            ("at:+02:00", "2026-03-03T09:00:00.000Z"), ("at:.5Z", "2026-03-03T09:00:00.500Z"),
            ("at:.123Z", "2026-03-03T09:00:00.122Z"), ("at:.123456789Z", "2026-03-03T09:00:00.123Z"),
        ]
    )
    func dateShape(_ variant: String, _ instant: String) throws {
        #expect(try verdict("DEC-08", variant, list(at: .string(instant))) == .pass)
        #expect(try verdict("DEC-08", variant, list(at: "2026-03-03T11:00:00.000Z")) == .fail)
        #expect(try verdict("DEC-08", variant, list(at: .null)) == .fail)
        #expect(try verdict("DEC-08", variant, .decoding(.dataCorrupted, path: "$[1].at")) == .fail)
    }

    @Test("A date without its fraction of a second is a finding.")
    func fraction() throws {
        let result = try made().judge("DEC-08", "at:.5Z", [], [list()])
        #expect(
            result.findings == [
                """
                expected $[1].at to be "2026-03-03T09:00:00.5Z", as in the reply, got the old "2026-03-03T09:00:00.000Z"
                """
            ]
        )
    }

    @Test(
        "An invalid date must yield an error and not another date.",
        arguments: ["at:garbage", "at:blank", "at:date-only"]
    )
    func noDate(_ variant: String) throws {
        #expect(try verdict("DEC-09", variant, .decoding(.dataCorrupted)) == .pass)
        #expect(try verdict("DEC-09", variant, .domain("badDate")) == .pass)
        #expect(try verdict("DEC-09", variant, .transport(.other)) == .fail)
        #expect(try verdict("DEC-09", variant, list(at: "2026-11-21T20:00:00.000Z")) == .fail)
        #expect(try verdict("DEC-09", variant, list(at: "1970-01-01T00:00:00.000Z")) == .fail)
        #expect(try verdict("DEC-09", variant, list(at: .null)) == .fail)
    }

    @Test("A date without a time may become its midnight in some time zone.")
    func dayOnly() throws {
        #expect(try verdict("DEC-09", "at:date-only", list(at: "2024-01-01T00:00:00.000Z")) == .pass)
        #expect(try verdict("DEC-09", "at:date-only", list(at: "2023-12-31T23:00:00.000Z")) == .pass)
        #expect(try verdict("DEC-09", "at:date-only", list(at: "2024-01-01T16:00:00.000Z")) == .fail)
    }

    @Test("A date with a fraction may be rejected, and may not become another date.")
    func fractionRefused() throws {
        #expect(try verdict("DEC-09", "at:fraction", .decoding(.dataCorrupted)) == .pass)
        #expect(try verdict("DEC-09", "at:fraction", list(at: "2026-03-03T09:00:00.250Z")) == .pass)
        #expect(try verdict("DEC-09", "at:fraction", list(at: "2026-11-21T20:00:00.000Z")) == .fail)
    }

    @Test("An amount must be exact to its last digit.")
    func amount() throws {
        let exact = try JSON(parsing: "12345678901234567890.123456789012345678")
        #expect(try verdict("DEC-10", "price:19.99", list(price: 19.99)) == .pass)
        #expect(try verdict("DEC-10", "price:19.99", list(price: "19.99")) == .pass)
        let binary = try JSON(parsing: "19.989999999999998")
        #expect(try verdict("DEC-10", "price:19.99", list(price: binary)) == .fail)
        #expect(try verdict("DEC-10", "price:38-digits", list(price: exact)) == .pass)
        #expect(try verdict("DEC-10", "price:38-digits", list(price: 12_345_678_901_234_567)) == .fail)
        #expect(try verdict("DEC-10", "price:38-digits", .decoding(.dataCorrupted, path: "$[1].price")) == .pass)
        #expect(try verdict("DEC-10", "price:0.1", .decoding(.dataCorrupted, path: "$[1].price")) == .fail)
    }

    @Test("A clause is inconclusive without the declared value.")
    func noValue() throws {
        var sut = made()
        sut.operation.value = nil
        for (rule, variant) in [
            ("DEC-07", "state"), ("DEC-08", "at:.5Z"), ("DEC-09", "at:garbage"), ("DEC-10", "price:0.1"),
        ] {
            let verdict = try sut.judge(rule, variant, [], [list()]).verdict
            #expect(verdict == .inconclusive("the contract does not declare the value for the recorded reply (value)"))
        }
    }
}
