import Rehearsal
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A backend with a reply that takes a while to send, and what is left of its clients.
struct SlowPlay: Sendable {
    let backend: Backend
    /// Sockets before any client has come.
    private let listeners: Int

    static let get = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
    /// Larger than what the kernel takes for a client that does not read.
    static let size = 50 << 20
    static let large = [UInt8](repeating: 0x78, count: size)

    init(
        _ size: Int = SlowPlay.size,
        on kind: PollerKind,
        limits: Backend.Limits = BothLoops.patience,
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
        try await backend.caughtUp()
        listeners = openDescriptors(onPort: backend.port)
    }

    /// A client whose kernel takes little before it reads.
    func client() async throws -> RawClient { try await RawClient(port: backend.port, window: 4_096) }

    /// So many of them, on one thread.
    func clients(_ count: Int) async throws -> [RawClient] {
        try await RawClient.crowd(count, port: backend.port, window: 4_096)
    }

    /// Whether another connection is served.
    func isWell() async throws -> Bool {
        try await RawClient(port: backend.port).get("/well")?.text == "well"
    }

    /// Waits until that many connections have ended, and counts the sockets that are left of them.
    func left(after count: Int) async throws -> Int {
        _ = await backend.connections { $0.count { $0.end != nil } >= count }
        return try await onThread {
            backend.catchUp()
            return openDescriptors(onPort: backend.port) - listeners
        }
    }

    /// What is on record of the slow, in order.
    var entries: [Journal.Entry] { backend.journal.entries.filter { $0.target != "/well" } }
    /// The connection that came first.
    var first: Journal.Connection? { backend.journal.connections.first { $0.number == 0 } }
}

/// Bytes of this process that are in memory; nil where the system does not tell.
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
