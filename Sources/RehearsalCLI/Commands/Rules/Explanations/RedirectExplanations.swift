/// The explanations of the REDIR rules.
enum RedirectExplanations {
    static let all: [String: RuleExplanation] = [
        "REDIR-01": RuleExplanation(
            why: """
                A backend moves to another path or host and answers with a redirect. A client that does not follow \
                it is broken until its next release.
                """,
            fix: """
                // URLSession follows redirects, unless the delegate returns nil:
                func urlSession(
                    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection: HTTPURLResponse,
                    newRequest request: URLRequest
                ) async -> URLRequest? { request }
                """
        ),
        "REDIR-02": RuleExplanation(
            why: """
                With 307 and 308 the server asks for the same request at another place. Without its body, an order \
                arrives empty, and the server answers 400 or stores an empty order.
                """,
            fix: """
                func urlSession(
                    _: URLSession, task: URLSessionTask, willPerformHTTPRedirection reply: HTTPURLResponse,
                    newRequest: URLRequest
                ) async -> URLRequest? {
                    guard [307, 308].contains(reply.statusCode), var next = task.originalRequest
                    else { return newRequest }
                    next.url = newRequest.url
                    return next
                }
                """
        ),
        "REDIR-03": RuleExplanation(
            why: """
                After 303 the result is at another URL, which the client must read with GET. A repeated POST creates \
                a second order.
                """,
            fix: """
                if reply.statusCode == 303 {
                    next.httpMethod = original.httpMethod == "HEAD" ? "HEAD" : "GET"
                    next.httpBody = nil
                    next.setValue(nil, forHTTPHeaderField: "Content-Type")
                }
                """
        ),
        "REDIR-04": RuleExplanation(
            why: """
                A redirect to another host with the same header fields gives the access token to that host. One \
                open redirect in the backend is then enough to take over accounts.
                """,
            fix: """
                var next = newRequest
                let from = task.currentRequest?.url
                if next.url?.host() != from?.host() || next.url?.port != from?.port {
                    for name in ["Authorization", "Cookie", "X-Api-Key"] {
                        next.setValue(nil, forHTTPHeaderField: name)
                    }
                }
                return next
                """
        ),
        "REDIR-05": RuleExplanation(
            why: """
                Two servers that redirect to each other keep a client without a limit busy for ever. The screen \
                never stops loading, and the app drains the battery.
                """,
            fix: """
                guard redirects < 20 else {
                    throw APIError.tooManyRedirects
                }
                redirects += 1
                """
        ),
        "REDIR-06": RuleExplanation(
            why: """
                A redirect to `file:` or `ftp:` makes the client read something that the backend does not own, and \
                one to `http:` sends the request without encryption.
                """,
            fix: """
                guard let scheme = newRequest.url?.scheme, scheme == "https" else {
                    return nil  // The redirect is the final reply.
                }
                return newRequest
                """
        ),
        "REDIR-07": RuleExplanation(
            why: """
                A relative Location is relative to the target of the request. A client that resolves it against the \
                root of the server requests a path that does not exist.
                """,
            fix: """
                guard let location = reply.value(forHTTPHeaderField: "Location"),
                    let url = URL(string: location, relativeTo: reply.url)?.absoluteURL
                else { throw APIError.http(reply) }
                request.url = url
                """
        ),
    ]
}
