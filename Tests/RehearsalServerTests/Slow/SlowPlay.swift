import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A backend with a large reply, which counts its sockets that stay open after the connections have ended.
struct SlowPlay: Sendable {
    let backend: Backend
    /// The number of sockets before any client connects.
    private let listeners: Int

    static let get = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
    /// A reply size that exceeds the kernel's buffers, so the server cannot send all of it until the client reads.
    static let size = 50 << 20
    static let large = [UInt8](repeating: 0x78, count: size)

    init(
        _ size: Int = SlowPlay.size,
        on kind: PollerKind,
        limits: Backend.Limits = BothLoops.generousLimits,
        canBeHeld: Bool = false,
    ) async throws {
        var options = BothLoops.options(kind, canBeHeld: canBeHeld)
        options.limits = limits
        let large = size == Self.size ? Self.large : Array(Self.large[..<size])
        let endpoints: [Scenario.Endpoint] = [
            .get("/large", replies: [.init(body: .bytes(large))]),
            .get("/well", replies: [.init(body: .text("well"))]),
            .post("/upload", replies: [.init()]),
        ]
        backend = try Backend.start(Scenario("slow", endpoints: endpoints), options: options)
        await backend.drained()
        listeners = openDescriptors(onPort: backend.port)
    }

    /// Returns a client with a small receive window.
    func client() async throws -> RawClient { try await RawClient(port: backend.port, window: 4_096) }

    /// Returns that many clients with a small receive window, on one thread.
    func clients(_ count: Int) async throws -> [RawClient] {
        try await RawClient.connect(count, port: backend.port, window: 4_096)
    }

    /// Whether the server replies on another connection.
    func isWell() async throws -> Bool {
        try await RawClient(port: backend.port).get("/well")?.text == "well"
    }

    /// Waits until that many connections have ended, and returns the number of sockets that are still open.
    func left(after count: Int) async throws -> Int {
        _ = await backend.connections { $0.count { $0.end != nil } >= count }
        return try await runBlocking {
            backend.drainSockets()
            return openDescriptors(onPort: backend.port) - listeners
        }
    }

    /// The journal entries of the slow clients, in order.
    var entries: [Journal.Entry] { backend.journal.entries.filter { $0.target != "/well" } }
    /// The first connection.
    var first: Journal.Connection? { backend.journal.connections.first { $0.number == 0 } }
}

/// Returns the resident bytes of this process; nil on systems without that figure.
func residentBytes() -> Int? {
    #if os(Linux)
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        let words = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return words.dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    #else
        return nil
    #endif
}
