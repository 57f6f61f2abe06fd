import RehearsalPlatform

/// The connections of the notes client.
struct NotesConnections: Sendable {
    private let wire: WireClient
    /// The connections after the first retry, for a client with a defect; nil for a client without it.
    private let retried: WireClient?
    private let hasRetried = Locked(false)
    private let truncation: TruncatedLists

    init(_ base: BaseURL, store: NoteStore, defect: NotesDefect?) {
        truncation = TruncatedLists(store: store, defect: defect)
        wire = WireClient(base, defect: truncation.wireDefect)
        retried = defect == .readsLeftoverBytes ? WireClient(base, defect: .reusesDirtyConnection) : nil
    }

    /// Sends the request of an attempt. Throws `CancellationError`, and returns any other failure.
    func send(
        _ request: WireRequest,
        of call: Call,
        attempt: Int,
        within timeout: Duration,
    ) async throws -> Result<WireReply, WireFailure> {
        if attempt > 1 { hasRetried.withLock { $0 = true } }
        let wire = hasRetried.withLock { $0 } ? retried ?? wire : wire
        do {
            return truncation.result(of: try await wire.send(request, within: timeout), to: call, attempt: attempt)
        } catch let failure as WireFailure {
            return .failure(failure)
        }
    }
}

extension WireClient {
    /// Creates a client for the server of a base URL.
    convenience init(_ base: BaseURL, defect: Defect? = nil) {
        self.init(host: base.host, port: base.port, isSecure: base.isSecure, defect: defect)
    }
}
