import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

@testable import RehearsalRecorder

/// A recording proxy between a test and an upstream, on its own port.
final class RecordingProxy: Sendable {
    let port: Int
    let sink: MemorySink
    let proxy: Proxy
    private let acceptor: Acceptor
    /// The upstream that this proxy keeps alive, if any.
    private let upstream: RawUpstream?

    /// - Parameters:
    ///   - timeout: the timeout in milliseconds, like `grace`; long by default, for tests without a timeout.
    ///   - stop: the flag that is raised at the end.
    ///   - upstream: a backend that lives as long as this proxy.
    init(
        to origin: String,
        timeout: Int64 = 240_000,
        keeps: Int = 64 << 20,
        room: BodyMemoryBudget = BodyMemoryBudget(),
        replaying: ReplayBackend? = nil,
        into sink: MemorySink = MemorySink(),
        stop: StopFlag? = nil,
        grace: Int64 = 10_000,
        keeping upstream: RawUpstream? = nil,
    ) throws {
        (self.sink, self.upstream) = (sink, upstream)
        var terms = ForwardedExchange.Settings(upstreamTimeout: timeout * 1_000_000, stop: try stop ?? StopFlag())
        (terms.maximumKeptBytes, terms.bodyBudget, terms.grace) = (keeps, room, grace * 1_000_000)
        proxy = Proxy(try Upstream(origin), terms, replaying: replaying, into: sink, security: nil)
        let listening = try ListeningSockets.open(.loopback, port: 0)
        port = listening.port
        acceptor = Acceptor(listening, proxy)
        try acceptor.start()
    }

    /// Stops the proxy in order, as Ctrl-C does.
    func stop() async throws { try await runBlocking { self.acceptor.close() } }

    deinit { proxy.settings.stop.raise() }

    func client() async throws -> RawClient { try await RawClient(port: port) }
}

extension RecordingProxy {
    /// Creates a proxy before a backend whose connections a test scripts.
    convenience init(
        timeout: Int64 = 240_000,
        replaying: ReplayBackend? = nil,
        stop: StopFlag? = nil,
        grace: Int64 = 10_000,
        serving serve: @escaping @Sendable (RawUpstream.Connection, Int) -> Void,
    ) throws {
        let upstream = try RawUpstream(serve)
        try self.init(
            to: upstream.origin,
            timeout: timeout,
            replaying: replaying,
            stop: stop,
            grace: grace,
            keeping: upstream
        )
    }

    /// Returns a proxy before a backend that sends the same reply to every request.
    static func answering(
        _ reply: String,
        keeps: Int = 64 << 20,
        replaying: ReplayBackend? = nil,
    ) throws -> RecordingProxy {
        let upstream = try RawUpstream.answering(reply)
        return try RecordingProxy(to: upstream.origin, keeps: keeps, replaying: replaying, keeping: upstream)
    }
}
