import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("The amount of a message that is sent before a fault", .limitedConcurrency)
struct AmountTests {
    static let megabyte = [UInt8](repeating: 0x62, count: 1 << 20)
    static let amounts: [Fault.Amount] = [.bytes(0), .bytes(1), .bytes(700_001), .percent(0.5), .percent(100)]

    @Test(
        "The head ends after the stated number of bytes.",
        arguments: [.bytes(0), .bytes(17), .percent(99), .bytes(9_999)] as [Fault.Amount],
        PollerKind.allCases
    )
    func head(_ amount: Fault.Amount, _ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.close, at: .head(amount)), on: kind)
        let (bytes, ending) = try await sut.asking().readToEnd()
        #expect(bytes.text == FaultPlay.head.firstBytes(amount.bytes(of: FaultPlay.head.utf8.count)))
        #expect(ending == .closed)
        #expect(try await sut.settled().first?.written == bytes.count)
    }

    @Test("A percentage never exceeds the total, however large the total is.")
    func whole() {
        for total in [0, 1, 1 << 53 + 1, .max - 1, .max] {
            #expect(Fault.Amount.percent(100).bytes(of: total) == total)
            #expect(0...total ~= Fault.Amount.percent(99.999_999_999_999).bytes(of: total))
        }
    }

    @Test("A large body ends after the stated number of bytes.", arguments: amounts, PollerKind.allCases)
    func body(_ amount: Fault.Amount, _ kind: PollerKind) async throws {
        for (effect, ending) in [
            (Fault.Effect.close, RawClient.Ending.closed), (.reset, .reset), (.halfClose, .closed),
        ] {
            var (bytes, seen, written) = ([UInt8](), RawClient.Ending.timedOut, 0)
            // After one second the server resets, even if a client on a busy machine has not read everything: retry.
            for _ in 0..<5 where bytes.isEmpty || bytes.count < written {
                let sut = try FaultPlay(
                    [.init(body: .bytes(Self.megabyte), fault: Fault(effect, at: .body(amount)))],
                    on: kind
                )
                let client = try await sut.asking()
                #expect(try await sut.isWell())
                (bytes, seen) = await client.readToEnd()
                written = try #require(try await sut.settled().first).written
            }
            #expect(seen == ending)
            #expect(written == bytes.count)
            #expect(bytes.text.contains("Content-Length: 1048576\r\n"))
            let sent = bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { bytes.count - $0.upperBound }
            #expect(sent == amount.bytes(of: 1 << 20))
        }
    }

    @Test("A large body stalls in the middle, resumes and arrives whole.", arguments: PollerKind.allCases)
    func pause(_ kind: PollerKind) async throws {
        let faults = [
            Fault(.stall(for: .milliseconds(20)), at: .body(.percent(30))),
            Fault(.delay(by: .milliseconds(20)), at: .body(.bytes(900_000))),
        ]
        var reply = Scenario.Reply(body: .bytes(Self.megabyte))
        reply.faults = faults
        let sut = try FaultPlay([reply], on: kind)
        _ = reply
        let isWhole = try await sut.client().get("/faulty")?.body == Self.megabyte
        #expect(isWhole)
        let entry = try #require(try await sut.settled().first)
        #expect(try #require(entry.endAt) - entry.at >= 40_000_000)
    }

    @Test("The reply to HEAD passes the fault stages of its head and has no body.", arguments: PollerKind.allCases)
    func headRequest(_ kind: PollerKind) async throws {
        let request = "HEAD /faulty HTTP/1.1\r\nHost: a\r\n\r\n"
        for stage in [Fault.Stage.afterHead, .body(.bytes(4)), .body(.percent(50)), .end] {
            let sut = try FaultPlay(Fault(.close, at: stage), on: kind)
            let (bytes, ending) = try await sut.asking(request).readToEnd()
            #expect(bytes.text == FaultPlay.head)
            #expect(ending == .closed)
        }
        let sut = try FaultPlay(Fault(.drip(bytesPerSecond: 1_000), at: .body()), on: kind)
        let bytes = try await sut.asking(request).read(FaultPlay.head.utf8.count)
        #expect(bytes.text == FaultPlay.head)
        #expect(try await sut.settled().first?.end == .completed)
    }

    @Test("A chunked reply is cut inside its chunk and lacks its last chunk.", arguments: PollerKind.allCases)
    func chunked(_ kind: PollerKind) async throws {
        var reply = FaultPlay.reply(Fault(.close, at: .body(.bytes(7))))
        reply.headers.append("Transfer-Encoding", "chunked")
        let sut = try FaultPlay([reply], on: kind)
        let (bytes, ending) = try await sut.asking().readToEnd()
        #expect(bytes.text.hasSuffix("\r\n\r\na\r\n0123"))
        #expect(ending == .closed)
    }

    @Test(
        "HTTP/1.0 clients receive the same fault, and the head states whether the connection persists.",
        arguments: PollerKind.allCases
    )
    func old(_ kind: PollerKind) async throws {
        let head = FaultPlay.head.firstBytes(FaultPlay.head.utf8.count - 2)
        for (line, field) in [
            ("", "Connection: close\r\n\r\n"), ("Connection: keep-alive\r\n", "Connection: keep-alive\r\n\r\n"),
        ] {
            let sut = try FaultPlay(Fault(.reset, at: .body(.bytes(4))), on: kind)
            let (bytes, ending) = try await sut.asking("GET /faulty HTTP/1.0\r\n\(line)\r\n").readToEnd()
            #expect(bytes.text == head + field + "0123")
            #expect(ending == .reset)
        }
    }

    @Test(
        "A request that is pipelined behind one that ends the connection receives no reply.",
        arguments: PollerKind.allCases
    )
    func pipelined(_ kind: PollerKind) async throws {
        for effect in [Fault.Effect.close, .reset, .halfClose, .stall()] {
            let sut = try FaultPlay(Fault(effect, at: .body(.bytes(4))), on: kind)
            let client = try await sut.asking(FaultPlay.get + FaultPlay.get + "GET /well HTTP/1.1\r\nHost: a\r\n\r\n")
            let expected = FaultPlay.head + "0123"
            #expect(await client.read(expected.utf8.count).text == expected)
            if effect == .stall() {
                #expect(await client.isSilent())
            } else {
                #expect(await client.readToEnd().bytes.isEmpty)
            }
            #expect(sut.backend.journal.count == 1)
        }
    }

    @Test(
        "A request that is pipelined behind a delayed one receives its reply after it.",
        arguments: PollerKind.allCases
    )
    func pipelinedLate(_ kind: PollerKind) async throws {
        let sut = try FaultPlay(Fault(.delay(by: .milliseconds(20)), at: .body(.bytes(4))), on: kind)
        let well = "GET /well HTTP/1.1\r\nHost: a\r\n\r\n"
        let client = try await sut.asking(FaultPlay.get + well + FaultPlay.get)
        #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
        #expect(await client.response()?.text == "well")
        #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
    }
}
