import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request on its way to the backend, and what comes back.
final class Exchange: Sendable {
    /// What the app is told.
    enum Event {
        case redirected(HTTPURLResponse, to: URLRequest)
        case responded(URLResponse)
        case received(Data)
        case ended((any Error)?)
    }

    private let route: Route
    private let summons: Summons
    private let state: Locked<State>

    private struct State {
        var asked: URL
        var events: [Event] = []
        var task: URLSessionTask?
        var isOver = false

        /// Adds an event; a piece of the body becomes part of the one before it.
        mutating func append(_ event: Event) {
            guard case .received(let data) = event, case .received(var body)? = events.last else {
                return events.append(event)
            }
            events.removeLast()
            body.append(data)
            events.append(.received(body))
        }
    }

    init(_ route: Route, asking url: URL, _ summons: Summons) {
        self.route = route
        self.summons = summons
        state = Locked(State(asked: url))
    }

    /// What the app asked for, as it named it.
    private var url: URL { state.withLock { $0.asked } }

    /// Sends the request on; not where the loading system waits for it.
    func begin(_ request: URLRequest, _ obstacle: URLError?) {
        if let obstacle { return ended(obstacle) }
        var request = request
        if request.httpBody == nil, let stream = request.httpBodyStream {
            // A stream can be read once, and its length is not known: the app would have sent the body with its length.
            guard let body = BodyStream.read(stream, while: { !self.state.withLock { $0.isOver } }) else {
                return ended(stream.streamError ?? URLError(.requestBodyStreamExhausted))
            }
            request.httpBodyStream = nil
            request.httpBody = body
        }
        if request.value(forHTTPHeaderField: "Cookie") == nil { addCookies(to: &request) }
        guard let sent = atBackend(request) else { return ended(URLError(.badURL)) }
        route.send(sent, for: self)
    }

    /// Takes on the task that it has become; false if the app has lost interest meanwhile.
    func become(_ task: URLSessionTask) -> Bool {
        state.withLock {
            $0.task = task
            return !$0.isOver
        }
    }

    /// The app wants no more of it.
    func stop() {
        let task = state.withLock {
            $0.isOver = true
            return $0.task
        }
        // Elsewhere: on Linux all sessions share the queue on which this is called, and a cancellation waits for it.
        if let task { DispatchQueue.global().async { task.cancel() } }
    }

    /// What has come since it was last asked, the pieces of the body in one.
    func take() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    func responded(_ response: URLResponse) { tell(.responded(original(response))) }

    func received(_ data: Data) { tell(.received(data)) }

    func ended(_ error: (any Error)?) { tell(.ended(error.map(original))) }

    /// What follows a redirect: nil if that is the loading system's business, which then asks for it anew.
    func redirected(by response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
        let location = response.value(forHTTPHeaderField: "Location") ?? ""
        let original = original(response)
        var next = request
        next.url = route.hosts.redirect(to: location, from: url) ?? request.url
        next.setValue(nil, forHTTPHeaderField: Self.forwardedHost)
        next.setValue(nil, forHTTPHeaderField: "Cookie")
        guard Summons.followsRedirects, let url = next.url else {
            if let original = original as? HTTPURLResponse { tell(.redirected(original, to: next)) }
            stop()
            return nil
        }
        state.withLock { $0.asked = url }
        addCookies(to: &next)
        return route.hosts.leads(url) ? atBackend(next) : next
    }

    private func tell(_ event: Event) {
        let isLast = if case .ended = event { true } else { false }
        let isHeard = state.withLock {
            if $0.isOver { return false }
            $0.isOver = isLast
            $0.append(event)
            return true
        }
        if isHeard { summons.call(isLast: isLast) }
    }

    private static let forwardedHost = "X-Forwarded-Host"

    /// The request as it goes to the backend.
    private func atBackend(_ request: URLRequest) -> URLRequest? {
        guard let url = request.url, let backendURL = route.hosts.backendURL(for: url) else { return nil }
        var sent = request
        sent.url = backendURL
        sent.setValue(HostMap.authority(of: url), forHTTPHeaderField: Self.forwardedHost)
        return sent
    }

    private func addCookies(to request: inout URLRequest) {
        guard request.httpShouldHandleCookies, let url = request.url, let cookies = route.cookies?.cookies(for: url)
        else {
            return
        }
        for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) where !cookies.isEmpty {
            request.setValue(value, forHTTPHeaderField: name)
        }
    }

    /// The response as if the original host had given it.
    private func original(_ response: URLResponse) -> URLResponse {
        guard let response = response as? HTTPURLResponse else { return response }
        var fields: [String: String] = [:]
        for case (let name as String, let value as String) in response.allHeaderFields { fields[name] = value }
        let url = url
        if let cookies = route.cookies {
            cookies.setCookies(
                HTTPCookie.cookies(withResponseHeaderFields: fields, for: url),
                for: url,
                mainDocumentURL: nil
            )
        }
        let status = response.statusCode
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields) ?? response
    }

    /// The error as if it had happened with the original host.
    private func original(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return error }
        var information = error.errorUserInfo
        information[NSURLErrorFailingURLErrorKey] = url
        // The constant of this name is deprecated on some systems and what is read on others.
        information["NSErrorFailingURLStringKey"] = url.absoluteString
        return URLError(error.code, userInfo: information)
    }
}

/// Reads a body that is a stream.
enum BodyStream {
    /// All of it, or nil if it breaks or is not wanted any more; blocks while nothing comes.
    static func read(_ stream: InputStream, while isWanted: () -> Bool) -> Data? {
        stream.open()
        defer { stream.close() }
        var body = Data()
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while isWanted() {
            let count = stream.read(&piece, maxLength: piece.count)
            if count == 0 { return body }
            guard count > 0 else { return nil }
            body.append(contentsOf: piece[..<count])
        }
        return nil
    }
}
