import ReferenceClients
import Rehearsal
import RehearsalContracts

extension Contract.Declared {
    /// What an app says of itself that keeps nothing, and whose backend answers everybody.
    static var open: Contract.Declared {
        Contract.Declared(retry: DeclaredRetry(RetryPolicy.standard)) { features in
            features.problemJSON = true
            features.clockInjection = true
        }
    }
}
