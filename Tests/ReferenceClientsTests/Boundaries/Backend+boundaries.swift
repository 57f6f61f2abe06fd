import ReferenceClients
import RehearsalTesting

extension Backend {
    /// A client with the policy of the app and a clock that does not wait.
    func boundariesClient(_ clock: RecordingClock = RecordingClock()) -> APIClient {
        client(retry: Boundaries.retryPolicy, clock: clock)
    }

    /// The assembled app.
    func boundaries(
        _ local: MemoryStore<UserEntity> = MemoryStore(),
        monitor: any NetworkMonitorProtocol = .connected,
        reporter: any ErrorReporterProtocol = CrashKitReporter(),
    ) -> Boundaries {
        Boundaries(client: boundariesClient(), local: local, monitor: monitor, reporter: reporter)
    }
}
