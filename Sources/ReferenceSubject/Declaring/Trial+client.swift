import ReferenceClients
import RehearsalHarness

extension Trial {
    /// What an app sends its requests with whose backend asks who it is, made as the app makes it.
    ///
    /// - Parameters:
    ///   - policy: how requests are sent again.
    ///   - network: what carries each of them; nil for a session of its own.
    func client(retrying policy: RetryPolicy = .standard, over network: (any HTTPTransport)? = nil) -> APIClient {
        let transport = transport(retrying: policy, over: network)
        let signedOut = APIClient(baseURL: baseURL, transport: transport)
        guard let token else { return signedOut }
        let tokens = Tokens(access: token, refresh: refreshToken)
        return APIClient(
            baseURL: baseURL,
            tokens: Authenticator(client: signedOut, tokens: tokens),
            transport: transport
        )
    }

    /// Returns the client of an app after its user has signed in.
    ///
    /// - Parameter tokens: has the tokens of the user.
    func client(with tokens: any TokenProvider) -> APIClient {
        APIClient(baseURL: baseURL, tokens: tokens, transport: transport(retrying: .standard, over: nil))
    }

    /// What an app sends its requests with whose backend answers everybody.
    ///
    /// - Parameters:
    ///   - policy: how requests are sent again.
    ///   - network: what carries each of them; nil for a session of its own.
    func openClient(retrying policy: RetryPolicy = .standard, over network: (any HTTPTransport)? = nil) -> APIClient {
        APIClient(baseURL: baseURL, transport: transport(retrying: policy, over: network))
    }

    private func transport(retrying policy: RetryPolicy, over network: (any HTTPTransport)?) -> RetryingTransport {
        RetryingTransport(network ?? URLSessionTransport(timeout: timeout), policy: policy, clock: clock)
    }
}
