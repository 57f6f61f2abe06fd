import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform
import RehearsalServer
import RehearsalTestSupport

@testable import RehearsalRecorder

/// A proxy on a port of its own, between a test and an upstream.
final class RecordingProxy: Sendable {
    let port: Int
    let sink: MemorySink
    let proxy: Proxy
    private let acceptor: Acceptor
    /// What it is before, where that is nobody else's.
    private let upstream: RawUpstream?

    /// - Parameters:
    ///   - timeout: in milliseconds, as `grace` is; long, where a test does not wait for it.
    ///   - stop: rung when it ends.
    ///   - upstream: a backend that is there as long as this.
    init(
        to origin: String,
        timeout: Int64 = 240_000,
        keeps: Int = 64 << 20,
        room: BodyRoom = BodyRoom(),
        replaying: Replaying? = nil,
        into sink: MemorySink = MemorySink(),
        stop: StopFlag? = nil,
        grace: Int64 = 10_000,
        keeping upstream: RawUpstream? = nil,
    ) throws {
        (self.sink, self.upstream) = (sink, upstream)
        var terms = Exchange.Terms(timeout: timeout * 1_000_000, stop: try stop ?? StopFlag())
        (terms.keeps, terms.room, terms.grace) = (keeps, room, grace * 1_000_000)
        proxy = Proxy(try Upstream(origin), terms, replaying: replaying, into: sink, security: nil)
        let listening = try Listening.open(.loopback, port: 0)
        port = listening.port
        acceptor = Acceptor(listening, proxy)
        try acceptor.open()
    }

    /// Ends it in order, as Ctrl-C does.
    func stop() async throws { try await onThread { self.acceptor.close() } }

    deinit { proxy.terms.stop.raise() }

    func client() async throws -> RawClient { try await RawClient(port: port) }
}

extension RecordingProxy {
    /// One before a backend that does with each connection what a test says.
    convenience init(
        timeout: Int64 = 240_000,
        replaying: Replaying? = nil,
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

    /// One before a backend that answers every request alike.
    static func answering(
        _ reply: String,
        keeps: Int = 64 << 20,
        replaying: Replaying? = nil,
    ) throws -> RecordingProxy {
        let upstream = try RawUpstream.answering(reply)
        return try RecordingProxy(to: upstream.origin, keeps: keeps, replaying: replaying, keeping: upstream)
    }
}
