import Rehearsal
package import RehearsalClient
package import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
package import RehearsalRecordings
package import RehearsalServer

/// The state that all connections of a recording share.
package final class Proxy: Sendable {
    let upstream: Upstream
    let settings: ForwardedExchange.Settings
    /// The server that replays a recording; nil if all requests are forwarded.
    let replaying: ReplayBackend?
    package let statistics: RecordStatistics
    let requests: RequestHeadWriter
    /// The destination of exchanges; nil if nothing is recorded.
    private let sink: (any ExchangeSink)?
    /// The TLS context; nil for a backend without TLS.
    let security: TLSContext?

    init(
        _ upstream: Upstream,
        _ terms: ForwardedExchange.Settings,
        replaying: ReplayBackend?,
        into sink: (any ExchangeSink)?,
        security: TLSContext?,
    ) {
        (self.upstream, self.settings, self.replaying) = (upstream, terms, replaying)
        (self.sink, self.security) = (sink, security)
        statistics = RecordStatistics()
        requests = RequestHeadWriter(authority: upstream.authority, takesGzip: RecordingWriter.readsGzip)
    }

    /// - Parameter timeout: The maximum time without data from the real backend.
    package convenience init(
        _ upstream: Upstream,
        timeout: Duration,
        replaying: ReplayBackend?,
        into sink: (any ExchangeSink)?
    ) throws(Unavailable) {
        let stop: StopFlag
        do throws(SystemError) { stop = try StopFlag() } catch { throw Unavailable(message: error.description) }
        self.init(
            upstream,
            ForwardedExchange.Settings(upstreamTimeout: timeout.nanoseconds, stop: stop),
            replaying: replaying,
            into: sink,
            security: upstream.isSecure ? try TLSContext() : nil
        )
    }

    /// Connects to the real backend.
    func connect() throws(TransferFailure) -> any ByteStream {
        try upstream.connect(security, until: SystemClock.now() &+ settings.upstreamTimeout)
    }

    /// Records an exchange. The exchange is on disk when the method returns.
    ///
    /// - Parameters:
    ///   - body: The body of the request, as far as it was received.
    ///   - remarks: Remarks on the reply.
    func record(
        _ request: IncomingRequest,
        _ body: [UInt8],
        _ outcome: RecordedExchange.Result,
        remarks: [String] = [],
    ) {
        let remarks = request.violations + remarks
        guard let sink else { return statistics.count(request, outcome, remarks: remarks) }
        let exchange = RecordedExchange(
            method: request.method,
            url: upstream.origin + request.target,
            requestHeaders: fields(of: request).headers,
            requestBody: body,
            outcome: outcome,
            startedAt: request.arrival.wall,
            duration: .nanoseconds(SystemClock.now() - request.arrival.instant)
        )
        do throws(RecordingWriter.Failure) {
            statistics.count(request, outcome, try sink.append(exchange), remarks: remarks)
        } catch {
            statistics.count(lost: request, error.description)
        }
    }

    /// Returns the fields with the `Host` of the real backend, because the recorder's address can differ in each run.
    private func fields(of request: IncomingRequest) -> [WireField] {
        request.fields.map { $0.isNamed("Host") ? WireField($0.name, upstream.authority) : $0 }
    }
}

/// The server that replays a recording. A request without a recorded reply can be forwarded to the real backend.
package struct ReplayBackend: Sendable {
    package let backend: Backend
    /// The address of the replay server.
    let upstream: Upstream
    /// Whether requests without a recorded reply are forwarded to the real backend.
    let forwardsMisses: Bool

    /// - Parameter backend: A server that replays the recording.
    package init(_ backend: Backend, passesMisses: Bool) throws(Upstream.Malformed) {
        (self.backend, self.forwardsMisses) = (backend, passesMisses)
        upstream = try Upstream(backend.origin)
    }
}

/// A destination for recorded exchanges.
package protocol ExchangeSink: Sendable {
    /// Stores an exchange durably before it returns.
    func append(_ exchange: RecordedExchange) throws(RecordingWriter.Failure) -> RecordingWriter.AppendResult
}

extension RecordingWriter: ExchangeSink {}
