import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport
import TestAdmission
import Testing

@Suite("Network states that affect connections before their requests are read", .limitedConcurrency)
struct NetworkTests {
    /// A network state, with its effect on a client that sends nothing or the first message of a handshake.
    struct Harm: CustomTestStringConvertible, Sendable {
        var state: Scenario.Network.State
        var bytes = ""
        var ending: RawClient.Ending
        var treatment: String
        var end: Journal.ConnectionEnd
        var testDescription: String { treatment }
    }

    static let harms = [
        Harm(state: .resetting, ending: .reset, treatment: "resetting", end: .reset),
        Harm(state: .closing, ending: .closed, treatment: "closing", end: .closed),
        Harm(state: .silent, ending: .timedOut, treatment: "silent", end: .closedByClient),
        Harm(
            state: .bytes(Array("220 mail\r\n".utf8)),
            bytes: "220 mail\r\n",
            ending: .closed,
            treatment: "bytes",
            end: .closed
        ),
    ]

    /// A ClientHello (RFC 8446 §4.1.2) in its record: version, random, no session, one suite, no compression.
    static let hello: [UInt8] = {
        let body = [0x03, 0x03] + [UInt8](repeating: 0x5A, count: 32) + [0x00, 0x00, 0x02, 0x13, 0x01, 0x01, 0x00]
        let message = [0x01, 0x00, 0x00, UInt8(body.count)] + body
        return [0x16, 0x03, 0x01, 0x00, UInt8(message.count)] + message
    }()

    @Test(
        "The first connections meet a network state, and later ones are served.",
        arguments: harms,
        PollerKind.allCases
    )
    func accept(_ harm: Harm, _ kind: PollerKind) async throws {
        for isIPv6 in [false, true] {
            let network = [Scenario.Network(harm.state, until: .connections(2)), .init(.open)]
            let sut = try FaultPlay([.init()], on: kind, network: network, isIPv6: isIPv6)
            for _ in 0..<2 { try await Self.meet(harm, sut.client()) }
            #expect(try await sut.isWell())
            for number in 0..<2 {
                let connection = try #require(await sut.connection(number) { $0.end != nil })
                #expect(connection.treatment == harm.treatment)
                #expect(connection.end == harm.end)
                #expect(connection.received == 0)
                #expect(connection.exchanges == 0)
                #expect(connection.sent == harm.bytes.utf8.count)
                #expect(connection.acknowledged == harm.bytes.utf8.count)
            }
            #expect(sut.connections.last?.treatment == nil)
            #expect(sut.backend.journal.count == 1, "the journal holds only the request that was served")
        }
    }

    @Test(
        "A state that waits for a handshake begins when the first handshake message is complete.",
        arguments: harms,
        PollerKind.allCases
    )
    func clientHello(_ harm: Harm, _ kind: PollerKind) async throws {
        let network = [Scenario.Network(harm.state, on: .clientHello, until: .connections(1))]
        let sut = try FaultPlay([.init()], on: kind, network: network)
        let client = try await sut.client()
        let isSilent = await client.run { client in
            client.send(Array(Self.hello.prefix(9)))
            let isSilent = client.isSilent(milliseconds: 40)
            client.send(Array(Self.hello.dropFirst(9)))
            return isSilent
        }
        #expect(isSilent)
        try await Self.meet(harm, client)
        #expect(try await sut.isWell())
        let connection = try #require(await sut.connection(0) { $0.end != nil })
        #expect(connection.treatment == harm.treatment)
        #expect(connection.end == harm.end)
        #expect(connection.received == Self.hello.count)
        #expect(connection.exchanges == 0)
    }

    private static func meet(_ harm: Harm, _ client: RawClient) async throws {
        #expect(await client.read(harm.bytes.utf8.count).text == harm.bytes)
        if harm.ending == .timedOut {
            #expect(await client.isSilent())
            await client.closeNow()
        } else {
            let (rest, ending) = await client.readToEnd()
            #expect(rest.isEmpty)
            #expect(ending == harm.ending)
            await client.closeNow()
        }
    }

    @Test(
        "A slow network serves its connections after a delay.",
        arguments: Scenario.Network.ConnectionPhase.allCases,
        PollerKind.allCases
    )
    func slow(_ phase: Scenario.Network.ConnectionPhase, _ kind: PollerKind) async throws {
        let network = [Scenario.Network(.slow(.milliseconds(60)), on: phase, until: .connections(2))]
        let sut = try FaultPlay([FaultPlay.reply()], on: kind, network: network)
        let client = try await sut.asking(FaultPlay.get + FaultPlay.get)
        let late = try await sut.client()
        #expect(try await sut.isWell())
        await late.send(FaultPlay.get)
        for _ in 0..<2 { #expect(await client.read(FaultPlay.message.utf8.count).text == FaultPlay.message) }
        #expect(await late.read(FaultPlay.message.utf8.count).text == FaultPlay.message)
        let entry = try #require(try await sut.settled(3).first)
        let connection = try #require(sut.connections.first)
        #expect(try #require(entry.headAt) - connection.openedAt >= 60_000_000)
        #expect(connection.treatment == "slow")
    }

    @Test(
        "A TLS handshake on a plain port of a slow network receives the usual 400 after the delay.",
        arguments: PollerKind.allCases
    )
    func slowHello(_ kind: PollerKind) async throws {
        let network = [Scenario.Network(.slow(.milliseconds(40)), on: .clientHello)]
        let sut = try FaultPlay([.init()], on: kind, network: network)
        let client = try await sut.client()
        await client.send(Self.hello)
        let bytes = await client.readToEnd().bytes
        #expect(bytes.text.hasPrefix("HTTP/1.1 400 "))
        #expect(sut.backend.journal.entries.first?.violation == "TLS on a plain port: the client uses https")
    }

    @Test(
        "The journal records a connection that closes before its first byte or in the middle of a head.",
        arguments: PollerKind.allCases
    )
    func partial(_ kind: PollerKind) async throws {
        var limits = Backend.Limits()
        // A busy machine may exceed the usual time limit of a head.
        limits.headTimeout = .seconds(600)
        let sut = try FaultPlay([.init()], on: kind, limits: limits)
        let leavers = [("", false), ("GET /faulty HT", false), ("", true), ("GET /fau", true)]
        for (index, (text, resets)) in leavers.enumerated() {
            let client = try await sut.client()
            await client.send(text)
            // The server replies to a later connection, so it accepted this one, directly before that.
            #expect(try await sut.isWell())
            await sut.backend.drained()
            if !resets { await client.finishSending() }
            await client.closeNow(reset: resets)
            let connection = try #require(await sut.connection(index * 2) { $0.end != nil })
            #expect(connection.end == (resets ? .resetByClient : .closedByClient))
            if !resets { #expect(connection.received == text.utf8.count) }
            #expect(connection.exchanges == (text.isEmpty ? 0 : 1))
            #expect(connection.sent == 0)
        }
        let cut = sut.backend.journal.entries.filter { $0.target != "/well" }
        #expect(cut.map { $0.violation?.prefix(11) } == ["RFC 9112 §8", "RFC 9112 §8"])
        #expect(cut.map(\.end) == [.closedByClient, .resetByClient])
    }

    @Test(
        "A slow network does not delay the end of a connection that its client has reset.",
        arguments: PollerKind.allCases
    )
    func slowAndGone(_ kind: PollerKind) async throws {
        let network = [Scenario.Network(.slow(.seconds(600)), until: .connections(1))]
        let sut = try FaultPlay([.init()], on: kind, network: network)
        let client = try await sut.client()
        #expect(try await sut.isWell())
        await client.closeNow(reset: true)
        #expect(await sut.connection(0) { $0.end != nil }?.end == .resetByClient)
    }
}
