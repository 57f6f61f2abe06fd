import RehearsalHTTP
import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalServer

@Suite("Reports of unmatched requests", .limitedConcurrency)
struct UnmatchedReportTests {
    /// A linear congruential generator, so that a failure can be reproduced.
    private struct Choices {
        var state: UInt64 = 1

        mutating func index(below count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }

        mutating func one(of texts: [String]) -> String { texts[index(below: texts.count)] }
    }

    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "M-SEARCH"]
    private static let segments = [
        "items", "item", "7", "", "a%20b", "%C3%A9", "%22x%22", "%5C", "%1B%7F", "%E2%80%AE", "key=1", "a@b.c",
        "~!$&'()*+,;:",
    ]
    private static let patterns = [
        "/items/{id}", "/items/{n:int}/detail", "/%22b%22/{x}", "/back%5Cslash", "/%C3%A9/{x}", "/%1B", "/a@b.c", "/**",
        "/\"q\"/{x}", "/b\\s",
    ]

    private static func scenario(_ choices: inout Choices) throws -> CompiledScenario {
        let endpoints = (0..<choices.index(below: 7)).map { _ in
            let path = choices.one(of: patterns)
            let method = choices.one(of: methods)
            return Scenario.Endpoint(
                Scenario.Method(stringLiteral: method),
                Scenario.PathPattern(stringLiteral: path),
                replies: [Scenario.Reply()]
            )
        }
        return try CompiledScenario(Scenario("s", endpoints: endpoints))
    }

    private static func expected(_ head: RequestHead, _ bytes: Span<UInt8>, _ compiled: CompiledScenario) -> [UInt8] {
        let (method, path) = (bytes.text(head.method), bytes.text(head.path))
        let misses = compiled.nearest(to: head, in: bytes)
        let nearest = misses.map { miss -> JSON in
            ["endpoint": .string(miss.label), "differences": .array(miss.differences.map { .string($0) })]
        }
        var members = [JSON.Member("nearest", .array(nearest))]
        if path.hasPrefix("/") {
            members.append(JSON.Member("paste", Scenario.Endpoint.suggestedEndpoint(method, path)))
        }
        let end = misses.first.map { ". The nearest is \($0)." } ?? ": the scenario has no endpoints."
        return ProblemDetails(
            "urn:rehearsal:problem:unmatched",
            title: "No endpoint of the scenario matches this request.",
            status: 501,
            detail: "No endpoint matches \(method) \(path)\(end)",
            more: members
        ).bytes
    }

    @Test("A report equals the document that the JSON encoder writes for the same request.")
    func document() throws {
        var choices = Choices()
        let report = UnmatchedReport()
        for _ in 0..<2_000 {
            let compiled = try Self.scenario(&choices)
            let path = (0...choices.index(below: 4)).map { _ in "/" + choices.one(of: Self.segments) }.joined()
            let method = choices.one(of: Self.methods)
            let target = method == "OPTIONS" && choices.index(below: 2) == 0 ? "*" : path
            var head = RequestHead()
            try Array("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8).withUnsafeBufferPointer { bytes in
                try RequestParser.parse(bytes.span, into: &head)
                compiled.findNearest(to: head, in: bytes.span, report.misses)
                let document = report.write(head, bytes.span, in: compiled)
                let expected = Self.expected(head, bytes.span, compiled)
                #expect(String(decoding: document, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
            }
        }
    }

    @Test("The reply to an unmatched request equals the reply that the encoder makes of the same document.")
    func reply() {
        for length in [0, 1, 9, 10, 99, 100, 4_095, 100_000] {
            let document = [UInt8](repeating: 0x20, count: length)
            let sut = PreparedReply(unmatched: document).encoded
            let expected = ReplyEncoder(origin: "").encode(ServerErrorReply.unmatched(document))
            #expect(sut.bytes == expected.bytes)
            #expect(sut.shape.headLength == expected.shape.headLength)
            #expect(sut.shape.bodyLength == length)
            #expect(sut.dateOffset == expected.dateOffset)
            #expect(sut.status == expected.status)
        }
    }

    @Test("Escaped text equals the text that the JSON encoder escapes, whatever its bytes and its length are.")
    func escapes() {
        let sut = ByteWriter()
        for byte in UInt8.min...UInt8.max {
            for length in 1...17 {
                for position in 0..<length {
                    var content = [UInt8](repeating: 0x61, count: length)
                    content[position] = byte
                    var expected: [UInt8] = []
                    content.withUnsafeBufferPointer { JSON.appendEscaped($0, to: &expected) }
                    sut.clear()
                    content.withUnsafeBufferPointer { sut.appendEscaped($0) }
                    #expect(Array(sut.bytes) == expected)
                    #expect(sut.hasUnusualBytes == !(0x20..<0x7F).contains(byte))
                }
            }
        }
    }
}
