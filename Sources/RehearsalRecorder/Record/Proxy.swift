import Rehearsal
package import RehearsalClient
package import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
package import RehearsalRecordings
package import RehearsalServer

/// What all connections of one recording share.
package final class Proxy: Sendable {
    let upstream: Upstream
    let terms: Exchange.Terms
    /// What answers first; nil where everything goes upstream.
    let replaying: Replaying?
    package let statistics: RecordStatistics
    let requests: RequestWriter
    /// Nil where nothing is recorded.
    private let sink: (any ExchangeSink)?
    /// Nil for a backend that is spoken to without TLS.
    private let security: TLSContext?

    init(
        _ upstream: Upstream,
        _ terms: Exchange.Terms,
        replaying: Replaying?,
        into sink: (any ExchangeSink)?,
        security: TLSContext?,
    ) {
        (self.upstream, self.terms, self.replaying) = (upstream, terms, replaying)
        (self.sink, self.security) = (sink, security)
        statistics = RecordStatistics()
        requests = RequestWriter(authority: upstream.authority, takesGzip: RecordingWriter.readsGzip)
    }

    /// - Parameter timeout: The longest time for which the real backend may send nothing.
    package convenience init(
        _ upstream: Upstream,
        timeout: Duration,
        replaying: Replaying?,
        into sink: (any ExchangeSink)?
    ) throws(Unavailable) {
        let stop: StopFlag
        do throws(SystemError) { stop = try StopFlag() } catch { throw Unavailable(message: error.description) }
        self.init(
            upstream,
            Exchange.Terms(timeout: timeout.nanoseconds, stop: stop),
            replaying: replaying,
            into: sink,
            security: upstream.isSecure ? try TLSContext() : nil
        )
    }

    /// A connection to the real backend.
    func connect() throws(TransferFailure) -> any ByteStream {
        try upstream.connect(security, until: SystemClock.now() &+ terms.timeout)
    }

    /// Puts an exchange on disk; when this returns it is there.
    ///
    /// - Parameter remarks: what is good to know of the reply.
    func record(
        _ request: IncomingRequest,
        _ body: BodyReader,
        _ outcome: RecordedExchange.Outcome,
        remarks: [String] = [],
    ) {
        let remarks = request.remarks + remarks
        guard let sink else { return statistics.note(request, outcome, remarks: remarks) }
        let exchange = RecordedExchange(
            method: request.method,
            url: upstream.origin + request.target,
            requestHeaders: fields(of: request).recorded,
            requestBody: body.body.kept,
            outcome: outcome,
            startedAt: request.arrival.wall,
            duration: .nanoseconds(SystemClock.now() - request.arrival.instant)
        )
        do throws(RecordingWriter.Failure) {
            statistics.note(request, outcome, try sink.append(exchange), remarks: remarks)
        } catch {
            statistics.note(lost: request, error.description)
        }
    }

    /// Under the name that upstream was asked by: the client's is this recorder's, and another one every time.
    private func fields(of request: IncomingRequest) -> [WireField] {
        request.fields.map { $0.isNamed("Host") ? WireField($0.name, upstream.authority) : $0 }
    }
}

/// The recording that answers before the real backend is asked.
package struct Replaying: Sendable {
    package let backend: Backend
    /// Where the backend plays.
    let upstream: Upstream
    /// Whether what it does not know goes to the real backend.
    let passesMisses: Bool

    /// - Parameter backend: A backend that plays the recording.
    package init(_ backend: Backend, passesMisses: Bool) throws(Upstream.Malformed) {
        (self.backend, self.passesMisses) = (backend, passesMisses)
        upstream = try Upstream(backend.origin)
    }
}

/// Where exchanges go that are to be recorded.
package protocol ExchangeSink: Sendable {
    /// Keeps an exchange; when this returns it is kept whatever happens next.
    func append(_ exchange: RecordedExchange) throws(RecordingWriter.Failure) -> RecordingWriter.Written
}

extension RecordingWriter: ExchangeSink {}
