import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Bodies that arrive corrupted", .limitedConcurrency)
struct DamageTests {
    static func flipped(_ offsets: [Int], of text: String = FaultPlay.text) -> [UInt8] {
        var bytes = Array(text.utf8)
        for offset in offsets { bytes[offset] ^= 0xFF }
        return bytes
    }

    @Test(
        "Corruption changes exactly the stated bytes and keeps the length.",
        arguments: [
            (Fault(.corrupt(bytes: 1), at: .body()), 1), (Fault(.corrupt(bytes: 3), at: .body(.bytes(5))), 3),
            (Fault(.corrupt(bytes: 99), at: .body()), 10), (Fault(.corrupt(bytes: 0), at: .body()), 0),
            (Fault(.corruptAt(offsets: [0, 9, 10, -1]), at: .body()), 2),
        ],
        PollerKind.allCases
    )
    func corrupt(_ play: (fault: Fault, count: Int), _ kind: PollerKind) async throws {
        let sut = try FaultPlay(play.fault, on: kind)
        let first = try await sut.client().get("/faulty")
        let again = try await sut.client().get("/faulty")
        let reply = try #require(first)
        let changed = zip(reply.body, FaultPlay.text.utf8).enumerated().filter { $0.element.0 != $0.element.1 }.map(
            \.offset
        )
        #expect(reply.header("Content-Length") == "10")
        #expect(changed.count == play.count)
        #expect(reply.body == Self.flipped(changed))
        #expect(again?.body == reply.body, "a fault corrupts the same bytes each time")
        if case .body(.bytes(let start)) = play.fault.stage { #expect(changed.allSatisfy { $0 >= start }) }
        if case .corruptAt = play.fault.effect { #expect(changed == [0, 9]) }
    }

    @Test(
        "Corruption of a chunked body changes the content of a chunk, not its framing.",
        arguments: PollerKind.allCases
    )
    func chunked(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply(
            Fault(.corruptAt(offsets: [0, 9]), at: .body()),
            Fault(.extraBytes(Array("X".utf8)), at: .end)
        )
        reply.headers.append("Transfer-Encoding", "chunked")
        let sut = try FaultPlay([reply], on: kind)
        let expected = Array("\r\n\r\na\r\n".utf8) + Self.flipped([0, 9]) + Array("\r\n0\r\n\r\nX".utf8)
        let bytes = try await sut.everything()
        #expect(bytes.suffix(expected.count) == expected[...])
    }

    @Test(
        "Corruption of an event stream spans its events and keeps its chunks intact.",
        arguments: PollerKind.allCases
    )
    func events(_ kind: PollerKind) async throws {
        let fault = Fault(.corruptAt(offsets: [0, 9]), at: .body())
        let sut = try FaultPlay([.init(body: .events([.init("a"), .init("b")]), fault: fault)], on: kind)
        // "data: a\n\n" has nine bytes, so offset 9 is the first byte of the second event.
        let one = Self.flipped([0], of: "data: a\n\n")
        let two = Self.flipped([0], of: "data: b\n\n")
        let expected = Array("\r\n\r\n9\r\n".utf8) + one + Array("\r\n9\r\n".utf8) + two + Array("\r\n0\r\n\r\n".utf8)
        let bytes = try await sut.everything()
        #expect(bytes.suffix(expected.count) == expected[...])
    }

    @Test("A wrong length replaces the Content-Length of the scenario.", arguments: PollerKind.allCases)
    func length(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply(Fault(.wrongLength(declares: 4), at: .head()))
        reply.headers.append("Content-Length", "10")
        let sut = try FaultPlay([reply], on: kind)
        let bytes = try await sut.everything()
        let text = bytes.text
        #expect(text.contains("Content-Length: 4\r\n"))
        #expect(!text.contains("Content-Length: 10\r\n"))
        #expect(text.hasSuffix("\r\n\r\n" + FaultPlay.text))
    }

    @Test("A reply whose status allows no content has the declared length.", arguments: [204, 304])
    func lengthOfNothing(_ status: Int) async throws {
        let sut = try FaultPlay([.init(status, fault: Fault(.wrongLength(declares: 4), at: .head()))])
        let client = try await sut.asking()
        let reply = await client.response(toHead: true)
        #expect(reply?.header("Content-Length") == "4")
    }
}
