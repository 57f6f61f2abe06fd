import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("Delays and rates of a reply in a document", .limitedConcurrency)
struct TimingDocumentTests {
    @Test(
        "Each form of delay becomes the delay of the head and of the body.",
        arguments: [
            (#""1.5s""#, .milliseconds(1500), .none), (#"{ "head": "1s" }"#, .seconds(1), .none),
            (#"{ "body": "2s" }"#, .none, .seconds(2)), (#"{ "head": "1s", "body": "2s" }"#, .seconds(1), .seconds(2)),
            (#"{ "uniform": ["100ms", "1s"] }"#, .uniform(.milliseconds(100), .seconds(1)), .none),
            (
                #"{ "lognormal": { "median": "80ms", "p99": "900ms" } }"#,
                .logNormal(median: .milliseconds(80), p99: .milliseconds(900)), .none
            ),
            (
                #"{ "head": { "lognormal": { "median": "1s", "p99": "1s" } }, "body": { "uniform": ["0s", "0s"] } }"#,
                .logNormal(median: .seconds(1), p99: .seconds(1)), .uniform(.zero, .zero)
            ),
        ] as [(String, Fault.Delay, Fault.Delay)]
    )
    func delay(_ text: String, head: Fault.Delay, body: Fault.Delay) throws {
        let sut = try documentReply(#"{ "delay": \#(text) }"#)
        #expect(sut.delay == head)
        #expect(sut.bodyDelay == body)
    }

    @Test("The keys \"pace\", \"uploadPace\" and \"early\" set the properties of the reply.")
    func pace() throws {
        let sut = try documentReply(#"{ "pace": "20KB/s", "uploadPace": "1.5MB/s", "early": true }"#)
        #expect(sut.pace == 20_000)
        #expect(sut.uploadPace == 1_500_000)
        #expect(sut.isEarly)
        #expect(try !documentReply(#"{ "early": false }"#).isEarly)
    }

    @Test(
        "A rate consists of a number and a unit, and 1 KB is 1,000 bytes.",
        arguments: [("1B/s", 1), ("10B/s", 10), ("1KB/s", 1000), ("0.5KB/s", 500), ("2MB/s", 2_000_000)]
    )
    func rate(_ text: String, bytes: Int) {
        #expect(DocumentValue.rate(text) == bytes)
    }

    @Test(
        "A text that is not a valid rate is rejected.",
        arguments: [
            "", "B/s", "1", "1KB", "1kb/s", "-1B/s", "1 B/s", ".5KB/s", "1.B/s", "0B/s", "0.1B/s", "1e3B/s",
            "9999999999MB/s",
            "1.2.3B/s", "١B/s", "1GB/s",
        ]
    )
    func noRate(_ text: String) {
        #expect(DocumentValue.rate(text) == nil)
    }

    static let mistakes: [Mistake] = [
        .reply(#""delay": {}"#, .badValue, "{}", "has no duration"),
        .reply(#""delay": { "haed": "1s" }"#, .unknownKey, #""haed""#, #"did you mean "head"?"#),
        .reply(#""delay": { "head": "1s", "uniform": ["1s", "2s"] }"#, .conflict, #""uniform""#, #"write { "head": {"#),
        .reply(
            #""delay": { "uniform": ["1s", "2s"], "lognormal": { "median": "1s", "p99": "2s" } }"#,
            .badValue,
            #""lognormal""#,
            "not both"
        ),
        .reply(#""delay": { "head": {} }"#, .badValue, "{}", #""head" has no duration"#),
        .reply(#""delay": { "head": 5 }"#, .wrongType, "5", #"a duration for "head""#),
        .reply(#""delay": { "uniform": "1s" }"#, .wrongType, #""1s""#, "a list"),
        .reply(#""delay": { "uniform": ["1s"] }"#, .badValue, #"["1s"]"#, "found 1"),
        .reply(#""delay": { "uniform": ["2s", "1s"] }"#, .badValue, #"["2s", "1s"]"#, "more than the maximum"),
        .reply(#""delay": { "uniform": ["x", "1s"] }"#, .badValue, #""x""#, "not a duration"),
        .reply(#""delay": { "lognormal": { "median": "1s" } }"#, .missingKey, "{", #"needs "p99""#),
        .reply(
            #""delay": { "lognormal": { "median": "2s", "p99": "1s" } }"#,
            .badValue,
            #"{ "median": "2s", "p99": "1s" }"#,
            "less than the median"
        ),
        .reply(
            #""delay": { "lognormal": { "median": "0s", "p99": "1s" } }"#,
            .badValue,
            #"{ "median": "0s", "p99": "1s" }"#,
            "more than 0"
        ),
        .reply(#""pace": 5"#, .wrongType, "5", #"a rate for "pace", found a number write "20KB/s""#),
        .reply(#""uploadPace": "20kb""#, .badValue, #""20kb""#, "not a rate"),
        .reply(#""early": 1"#, .wrongType, "1", "true or false"),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
