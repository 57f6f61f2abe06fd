import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that is sent to the backend, with the events of its reply.
final class RoutedExchange: Sendable {
    /// An event that the URL protocol reports to its client.
    enum Event {
        case redirected(HTTPURLResponse, to: URLRequest)
        case responded(URLResponse)
        case received(Data)
        case ended((any Error)?)
    }

    private let route: Route
    private let dispatcher: ClientDispatcher
    private let state: Locked<State>

    private struct State {
        var requestedURL: URL
        var events: [Event] = []
        var task: URLSessionTask?
        var isOver = false

        /// Adds an event; adjacent pieces of the body are merged.
        mutating func append(_ event: Event) {
            guard case .received(let data) = event, case .received(var body)? = events.last else {
                return events.append(event)
            }
            events.removeLast()
            body.append(data)
            events.append(.received(body))
        }
    }

    init(_ route: Route, asking url: URL, _ dispatcher: ClientDispatcher) {
        self.route = route
        self.dispatcher = dispatcher
        state = Locked(State(requestedURL: url))
    }

    /// The URL that the app requested, at its original host.
    private var url: URL { state.withLock { $0.requestedURL } }

    /// Sends the request to the backend, unless there is an error. Must not be called on the loading system's queue.
    ///
    /// - Parameter error: the error of an unsupported task; nil for a supported task.
    func begin(_ request: URLRequest, _ error: URLError?) {
        if let error { return reportEnd(error) }
        var request = request
        if request.httpBody == nil, let stream = request.httpBodyStream {
            // The system may pass the app's `httpBody` as a stream, which would be sent without a Content-Length.
            guard let body = BodyStream.read(stream, while: { !self.state.withLock { $0.isOver } }) else {
                return reportEnd(stream.streamError ?? URLError(.requestBodyStreamExhausted))
            }
            request.httpBodyStream = nil
            request.httpBody = body
        }
        if request.value(forHTTPHeaderField: "Cookie") == nil { addCookies(to: &request) }
        guard let sent = backendRequest(request) else { return reportEnd(URLError(.badURL)) }
        route.send(sent, for: self)
    }

    /// Stores the task that sends the request. Returns false if the app has cancelled the request in the meantime.
    func attach(_ task: URLSessionTask) -> Bool {
        state.withLock {
            $0.task = task
            return !$0.isOver
        }
    }

    /// Cancels the request for the app.
    func stop() {
        let task = state.withLock {
            $0.isOver = true
            return $0.task
        }
        // On Linux, `cancel` waits for the calling queue, which all sessions share, so it runs on another queue.
        if let task { DispatchQueue.global().async { task.cancel() } }
    }

    /// Removes and returns the events since the last call. Adjacent pieces of the body are merged.
    func takeEvents() -> [Event] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    func reportResponse(_ response: URLResponse) { report(.responded(original(response))) }

    func received(_ data: Data) { report(.received(data)) }

    func reportEnd(_ error: (any Error)?) { report(.ended(error.map(original))) }

    /// Returns the request to the target of a redirect; nil if the app's session follows the redirect.
    func redirected(by response: HTTPURLResponse, proposing request: URLRequest) -> URLRequest? {
        let location = response.value(forHTTPHeaderField: "Location") ?? ""
        let original = original(response)
        var next = request
        next.url = route.hosts.redirect(to: location, from: url) ?? request.url
        next.setValue(nil, forHTTPHeaderField: Self.forwardedHost)
        next.setValue(nil, forHTTPHeaderField: "Cookie")
        guard ClientDispatcher.followsRedirects, let url = next.url else {
            if let original = original as? HTTPURLResponse { report(.redirected(original, to: next)) }
            stop()
            return nil
        }
        state.withLock { $0.requestedURL = url }
        addCookies(to: &next)
        return route.hosts.isRouted(url) ? backendRequest(next) : next
    }

    private func report(_ event: Event) {
        let isLast = if case .ended = event { true } else { false }
        let isAccepted = state.withLock {
            if $0.isOver { return false }
            $0.isOver = isLast
            $0.append(event)
            return true
        }
        if isAccepted { dispatcher.dispatch(isLast: isLast) }
    }

    private static let forwardedHost = "X-Forwarded-Host"

    /// Returns the request with the backend's URL and the original host in a header; nil for an invalid URL.
    private func backendRequest(_ request: URLRequest) -> URLRequest? {
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

    /// Returns the response with the URL that the app requested, and stores its cookies for that URL.
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

    /// Returns the error with the URL that the app requested.
    private func original(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return error }
        var information = error.errorUserInfo
        information[NSURLErrorFailingURLErrorKey] = url
        // The constant of this key is deprecated on some systems, while others read the key.
        information["NSErrorFailingURLStringKey"] = url.absoluteString
        return URLError(error.code, userInfo: information)
    }
}

/// A reader of streamed request bodies.
enum BodyStream {
    /// Returns the whole body; nil if the stream fails or the request is cancelled. Blocks until the stream ends.
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
