import Rehearsal
import TestAdmission
import Testing

@Suite("A preset of faults", .limitedConcurrency)
struct PresetTests {
    @Test(
        "A preset expands to its faults.",
        arguments: [
            (.connectionResetByPeer, [Fault(.reset, at: .beforeHead)]),
            (.emptyResponse, [Fault(.close, at: .beforeHead)]),
            (.latency(.seconds(1)), [Fault(.delay(by: .seconds(1)), at: .beforeHead)]),
            (
                .latency(.milliseconds(100), jitter: .milliseconds(20)),
                [Fault(.delay(by: .uniform(.milliseconds(80), .milliseconds(120))), at: .beforeHead)]
            ),
            (
                .latency(.milliseconds(10), jitter: .milliseconds(20)),
                [Fault(.delay(by: .uniform(.zero, .milliseconds(30))), at: .beforeHead)]
            ),
            (
                .bandwidth(bytesPerSecond: 20),
                [
                    Fault(.drip(bytesPerSecond: 20), at: .head(.bytes(0))),
                    Fault(.drip(bytesPerSecond: 20), at: .body(.bytes(0))),
                ]
            ),
            (.slowClose(delay: .seconds(2)), [Fault(.delay(by: .seconds(2)), at: .end)]),
            (.timeout(), [Fault(.stall(), at: .beforeHead)]),
            (.timeout(.zero), [Fault(.stall(), at: .beforeHead)]),
            (
                .timeout(.seconds(5)),
                [Fault(.stall(for: .seconds(5)), at: .beforeHead), Fault(.close, at: .beforeHead)]
            ),
            (.resetPeer(), [Fault(.reset, at: .beforeHead)]),
            (
                .resetPeer(after: .seconds(1)),
                [Fault(.stall(for: .seconds(1)), at: .beforeHead), Fault(.reset, at: .beforeHead)]
            ),
            (
                .slicer(size: 64, delay: .milliseconds(10)),
                [
                    Fault(.slice(size: 64, every: .milliseconds(10)), at: .head(.bytes(0))),
                    Fault(.slice(size: 64, every: .milliseconds(10)), at: .body(.bytes(0))),
                ]
            ),
            (.limitData(bytes: 0), [Fault(.close, at: .beforeHead)]),
            (.limitData(bytes: 9), [Fault(.close, at: .body(.bytes(9)))]),
        ] as [(Fault.Preset, [Fault])]
    )
    func faults(_ sut: Fault.Preset, expected: [Fault]) {
        #expect(sut.faults == expected)
        #expect(sut.faults.allSatisfy { $0.validationFailure == nil })
        #expect(Fault.conflict(in: sut.faults) == nil)
    }

    @Test("Garbage starts at the head, is neither a valid head nor a valid chunk, and precedes a close.")
    func garbage() throws {
        for (sut, start) in [
            (Fault.Preset.randomDataThenClose, ""),
            (.malformedResponseChunk, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        ] {
            #expect(sut.faults.count == 2)
            #expect(sut.faults.last == Fault(.close, at: .afterHead))
            let first = try #require(sut.faults.first)
            #expect(first.stage == .head())
            guard case .replaceBytes(let bytes) = first.effect else {
                Issue.record("\(first) replaces nothing")
                continue
            }
            #expect(bytes.starts(with: start.utf8))
            let garbage = String(decoding: bytes.dropFirst(start.utf8.count), as: UTF8.self)
            #expect(garbage.first?.isHexDigit == false)
            #expect(!garbage.hasPrefix("HTTP"))
        }
    }

    @Test("A reply has the faults of a preset besides its own, for the selected requests.")
    func reply() {
        let sut = Scenario.Reply(fault: Fault(.drip(bytesPerSecond: 1), at: .body()))
            .with(.emptyResponse, on: .first(2))
        #expect(
            sut.faults == [
                Fault(.drip(bytesPerSecond: 1), at: .body()), Fault(.close, at: .beforeHead, on: .first(2)),
            ]
        )
    }
}
