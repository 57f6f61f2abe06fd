import ReferenceClients
import RehearsalTesting

extension Backend {
    /// A client with the policy of the app, that waits for nothing.
    func boundariesClient(_ clock: RecordingClock = RecordingClock()) -> APIClient {
        client(retry: Boundaries.retryPolicy, clock: clock)
    }

    /// The app, put together.
    func boundaries(
        _ local: MemoryStore<UserEntity> = MemoryStore(),
        monitor: any NetworkMonitorProtocol = .connected,
        reporter: any ErrorReporterProtocol = CrashKitReporter(),
    ) -> Boundaries {
        Boundaries(client: boundariesClient(), local: local, monitor: monitor, reporter: reporter)
    }
}
