import ReferenceClients
import Rehearsal
import RehearsalContracts

extension DeclaredRetry {
    /// What a policy of the apps says of itself.
    init(_ policy: RetryPolicy) {
        self.init(
            attempts: policy.attempts,
            base: policy.base,
            cap: policy.cap,
            jitter: .equal,
            statuses: policy.statuses,
            methods: [.get, .head, .put, .delete],
            retryAfterCap: policy.patience
        )
    }
}
