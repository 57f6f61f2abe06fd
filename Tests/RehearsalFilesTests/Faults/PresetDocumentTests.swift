import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("A preset in a document", .limitedConcurrency)
struct PresetDocumentTests {
    @Test(
        "Each preset of a document has the faults of the preset of that name.",
        arguments: [
            (#""connection-reset-by-peer""#, .connectionResetByPeer), (#""empty-response""#, .emptyResponse),
            (#""malformed-response-chunk""#, .malformedResponseChunk),
            (#""random-data-then-close""#, .randomDataThenClose), (#""timeout""#, .timeout()),
            (#""reset_peer""#, .resetPeer()), (#"{ "preset": "empty-response" }"#, .emptyResponse),
            (#"{ "preset": "latency", "latency": "100ms" }"#, .latency(.milliseconds(100))),
            (
                #"{ "preset": "latency", "latency": "100ms", "jitter": "20ms" }"#,
                .latency(.milliseconds(100), jitter: .milliseconds(20))
            ),
            (#"{ "preset": "bandwidth", "rate": "20KB/s" }"#, .bandwidth(bytesPerSecond: 20_000)),
            (#"{ "preset": "slow_close", "delay": "2s" }"#, .slowClose(delay: .seconds(2))),
            (#"{ "preset": "timeout" }"#, .timeout()),
            (#"{ "preset": "timeout", "timeout": "5s" }"#, .timeout(.seconds(5))),
            (#"{ "preset": "reset_peer" }"#, .resetPeer()),
            (#"{ "preset": "reset_peer", "timeout": "1s" }"#, .resetPeer(after: .seconds(1))),
            (#"{ "preset": "slicer", "average_size": 64 }"#, .slicer(size: 64)),
            (
                #"{ "preset": "slicer", "average_size": 64, "delay": "10ms" }"#,
                .slicer(size: 64, delay: .milliseconds(10))
            ),
            (#"{ "preset": "limit_data", "bytes": 4 }"#, .limitData(bytes: 4)),
            (#"{ "preset": "limit_data", "bytes": 0 }"#, .limitData(bytes: 0)),
        ] as [(String, Fault.Preset)]
    )
    func preset(_ text: String, expected: Fault.Preset) throws {
        #expect(try documentReply(#"{ "text": "0123456789", "fault": \#(text) }"#).faults == expected.faults)
    }

    @Test(
        "The example in the explanation of each preset is a valid fault.",
        arguments: PresetGrammar.all.map(\.example)
    )
    func examples(_ text: String) throws {
        let body = String(repeating: "x", count: 2000)
        #expect(try !documentReply(#"{ "text": "\#(body)", "fault": \#(text) }"#).faults.isEmpty)
    }

    @Test("The occurrence of a preset applies to all its faults.")
    func occurrence() throws {
        let sut = try documentReply(#"{ "fault": { "preset": "random-data-then-close", "first": 2 } }"#).faults
        #expect(sut.map(\.occurrence) == [.first(2), .first(2)])
        #expect(sut.map(\.effect) == Fault.Preset.randomDataThenClose.faults.map(\.effect))
    }

    static let mistakes: [Mistake] = [
        .reply(#""fault": "empty-respons""#, .badValue, #""empty-respons""#, #"did you mean "empty-response"?"#),
        .reply(#""fault": "EMPTY_RESPONSE""#, .badValue, #""EMPTY_RESPONSE""#, #"did you mean "empty-response"?"#),
        .reply(#""fault": ["zzzzzz"]"#, .badValue, #""zzzzzz""#, "valid presets: connection-reset-by-peer,"),
        .reply(#""fault": { "preset": 5 }"#, .wrongType, "5", "a string"),
        .reply(#""fault": "latency""#, .missingKey, #""latency""#, #"write { "preset": "latency", "latency": "100ms""#),
        .reply(#""fault": "down""#, .badValue, #""down""#, "add to the document"),
        .reply(#""fault": { "preset": "down" }"#, .badValue, #""down""#, #"{ "is": "refusing""#),
        .reply(
            #""fault": { "preset": "bandwidth" }"#,
            .missingKey,
            #""bandwidth""#,
            #"for example { "preset": "bandwidth", "rate": "20KB/s" }"#
        ),
        .reply(
            #""fault": { "preset": "timeout", "rate": "20KB/s" }"#,
            .conflict,
            #""rate""#,
            "is not an attribute of timeout"
        ),
        .reply(#""fault": { "preset": "bandwidth", "rate": 20 }"#, .wrongType, "20", #"write "20KB/s""#),
        .reply(#""fault": { "preset": "latency", "latency": 100 }"#, .wrongType, "100", #"write "300ms""#),
        .reply(
            #""fault": { "preset": "slicer", "average_size": 10, "size_variation": 5 }"#,
            .badValue,
            #""size_variation""#,
            "have the same size"
        ),
        .reply(#""fault": { "preset": "slicer", "average_size": 0 }"#, .badValue, "0", "from 1"),
        .reply(
            #""fault": { "preset": "timeout", "effect": "close" }"#,
            .unknownKey,
            #""effect""#,
            "a preset has preset"
        ),
        .reply(
            #""fault": ["empty-response", { "effect": "stall", "at": "end" }]"#,
            .conflict,
            #""stall""#,
            "would both end the reply"
        ),
    ]

    @Test("Each mistake is reported at its place.", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws { try mistake.check() }
}
