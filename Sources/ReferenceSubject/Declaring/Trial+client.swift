import ReferenceClients
import RehearsalHarness

extension Trial {
    /// What every app sends its requests with, made as the apps make it.
    ///
    /// - Parameter policy: how requests are sent again.
    func client(retrying policy: RetryPolicy = .standard) -> APIClient {
        let transport = RetryingTransport(URLSessionTransport(timeout: timeout), policy: policy, clock: clock)
        let signedOut = APIClient(baseURL: baseURL, transport: transport)
        guard let token else { return signedOut }
        let tokens = Tokens(access: token, refresh: refreshToken)
        return APIClient(
            baseURL: baseURL,
            tokens: Authenticator(client: signedOut, tokens: tokens),
            transport: transport
        )
    }
}
