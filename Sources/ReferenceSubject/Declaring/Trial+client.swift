import ReferenceClients
import RehearsalHarness

extension Trial {
    /// What an app sends its requests with whose backend asks who it is, made as the app makes it.
    ///
    /// - Parameter policy: how requests are sent again.
    func client(retrying policy: RetryPolicy = .standard) -> APIClient {
        let transport = transport(retrying: policy)
        let signedOut = APIClient(baseURL: baseURL, transport: transport)
        guard let token else { return signedOut }
        let tokens = Tokens(access: token, refresh: refreshToken)
        return APIClient(
            baseURL: baseURL,
            tokens: Authenticator(client: signedOut, tokens: tokens),
            transport: transport
        )
    }

    /// What an app sends its requests with whose backend answers everybody.
    ///
    /// - Parameter policy: how requests are sent again.
    func openClient(retrying policy: RetryPolicy = .standard) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport(retrying: policy))
    }

    private func transport(retrying policy: RetryPolicy) -> RetryingTransport {
        RetryingTransport(URLSessionTransport(timeout: timeout), policy: policy, clock: clock)
    }
}
