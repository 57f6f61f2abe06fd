import TestAdmission
import Testing

@testable import Rehearsal

@Suite("A fault in a document", .limitedConcurrency)
struct FaultDocumentTests {
    /// The faults of a reply with a body of ten bytes.
    private func faults(_ text: String) throws -> [Fault] {
        try documentReply(#"{ "text": "0123456789", "fault": \#(text) }"#).faults
    }

    @Test(
        "Each stage of a document becomes the stage of that name.",
        arguments: [
            (#""requestBody""#, .requestBody(.bytes(0))), (#"{ "requestBody": 9 }"#, .requestBody(.bytes(9))),
            (#"{ "requestBody": "50%" }"#, .requestBody(.percent(50))), (#""beforeHead""#, .beforeHead),
            (#""head""#, .head(.percent(50))), (#"{ "head": 17 }"#, .head(.bytes(17))),
            (#"{ "head": "0.5%" }"#, .head(.percent(0.5))), (#""afterHead""#, .afterHead),
            (#"{ "body": 0 }"#, .body(.bytes(0))), (#"{ "body": "12.5%" }"#, .body(.percent(12.5))),
            (#""end""#, .end), (#""idle""#, .idle(.nextRequest)),
            (#""idle", "on": "nextRequest""#, .idle(.nextRequest)),
            (#""idle", "after": "50ms""#, .idle(.after(.milliseconds(50)))),
        ] as [(String, Fault.Stage)]
    )
    func stage(_ text: String, expected: Fault.Stage) throws {
        #expect(try faults(#"{ "effect": "reset", "at": \#(text) }"#) == [Fault(.reset, at: expected)])
    }

    @Test(
        "Each effect of a document becomes the effect of that name with its attributes.",
        arguments: [
            (#""close", "at": "end""#, Fault(.close, at: .end)),
            (#""halfClose", "at": "afterHead""#, Fault(.halfClose, at: .afterHead)),
            (#""stall", "at": "beforeHead""#, Fault(.stall(), at: .beforeHead)),
            (#""stall", "at": "head", "for": "2m""#, Fault(.stall(for: .seconds(120)), at: .head())),
            (#""delay", "at": "afterHead", "by": "1s""#, Fault(.delay(by: .seconds(1)), at: .afterHead)),
            (
                #""delay", "at": "end", "by": { "uniform": ["10ms", "1s"] }"#,
                Fault(.delay(by: .uniform(.milliseconds(10), .seconds(1))), at: .end)
            ),
            (
                #""delay", "at": "idle", "by": { "lognormal": { "median": "10ms", "p99": "1s" } }"#,
                Fault(.delay(by: .logNormal(median: .milliseconds(10), p99: .seconds(1))), at: .idle())
            ),
            (#""drip", "at": "body", "bytesPerSecond": 10"#, Fault(.drip(bytesPerSecond: 10), at: .body(.bytes(0)))),
            (#""drip", "at": "head", "bytesPerSecond": 1"#, Fault(.drip(bytesPerSecond: 1), at: .head(.bytes(0)))),
            (#""slice", "at": { "body": 4 }, "size": 3"#, Fault(.slice(size: 3), at: .body(.bytes(4)))),
            (
                #""slice", "at": "head", "size": 3, "every": "20ms""#,
                Fault(.slice(size: 3, every: .milliseconds(20)), at: .head(.bytes(0)))
            ),
            (#""corrupt", "at": "body", "bytes": 2"#, Fault(.corrupt(bytes: 2), at: .body())),
            (#""corrupt", "at": "body", "offsets": [9, 0]"#, Fault(.corruptAt(offsets: [9, 0]), at: .body())),
            (
                #""replaceBytes", "at": { "body": 3 }, "text": "é""#,
                Fault(.replaceBytes([0xC3, 0xA9]), at: .body(.bytes(3)))
            ),
            (#""replaceBytes", "at": "head", "base64": "AP8=""#, Fault(.replaceBytes([0, 255]), at: .head())),
            (#""wrongLength", "at": "head", "declares": -1"#, Fault(.wrongLength(declares: -1), at: .head())),
            (#""extraBytes", "at": "end", "text": "x""#, Fault(.extraBytes([0x78]), at: .end)),
        ] as [(String, Fault)]
    )
    func effect(_ text: String, expected: Fault) throws {
        #expect(try faults(#"{ "effect": \#(text) }"#) == [expected])
    }

    @Test(
        "The keys of an occurrence become the occurrence of the fault.",
        arguments: [
            (#""first": 2"#, .first(2)), (#""skip": 3"#, .init(skip: 3)), (#""every": 4"#, .init(every: 4)),
            (#""chance": 0.25"#, .chance(0.25)), (#""chance": 1"#, .always),
            (#""chance": 1e-3, "every": 2, "skip": 1, "first": 9"#, .init(first: 9, skip: 1, every: 2, chance: 0.001)),
        ] as [(String, Fault.Occurrence)]
    )
    func occurrence(_ text: String, expected: Fault.Occurrence) throws {
        #expect(
            try faults(#"{ "effect": "close", "at": "end", \#(text) }"#) == [Fault(.close, at: .end, on: expected)]
        )
    }

    @Test("A number as \"every\" of a slice counts requests.")
    func everySlice() throws {
        let sut = try faults(#"{ "effect": "slice", "at": "body", "size": 1, "every": 2 }"#)
        #expect(sut == [Fault(.slice(size: 1), at: .body(), on: .init(every: 2))])
    }

    @Test("A list of faults and presets keeps its order.")
    func list() throws {
        let sut = try faults(
            #"[{ "effect": "drip", "at": "body", "bytesPerSecond": 5 }, { "preset": "slow_close", "delay": "1s" }]"#
        )
        #expect(sut == [Fault(.drip(bytesPerSecond: 5), at: .body()), Fault(.delay(by: .seconds(1)), at: .end)])
    }

    @Test("Two faults that would both end a reply are accepted if they never occur together.")
    func turns() throws {
        let sut = try faults(
            #"[{ "effect": "close", "at": "end", "first": 1 }, { "effect": "reset", "at": "end", "skip": 1 }]"#
        )
        #expect(sut == [Fault(.close, at: .end, on: .first(1)), Fault(.reset, at: .end, on: .init(skip: 1))])
    }
}
