import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A wrapper of the `URLSession` that sends requests to the backend, and that forwards its callbacks to the exchanges.
///
/// Each route has one session, so that requests reuse connections as they do in the app's own session.
final class BackendSession: NSObject, URLSessionDataDelegate {
    #if canImport(FoundationNetworking)
        typealias Redirection = (URLRequest?) -> Void
        typealias Disposition = (URLSession.ResponseDisposition) -> Void
    #else
        typealias Redirection = @Sendable (URLRequest?) -> Void
        typealias Disposition = @Sendable (URLSession.ResponseDisposition) -> Void
    #endif

    /// The session; nil only in `init`, because the session needs this object as its delegate.
    private let session = Locked<URLSession?>(nil)
    private let exchanges = Locked<[Int: RoutedExchange]>([:])

    init(_ configuration: URLSessionConfiguration) {
        super.init()
        session.withLock { $0 = URLSession(configuration: configuration, delegate: self, delegateQueue: nil) }
    }

    func send(_ request: URLRequest, for exchange: RoutedExchange) {
        guard let task = session.withLock({ $0 })?.dataTask(with: request) else { return }
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
        if exchange.attach(task) { task.resume() } else { task.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping Redirection,
    ) {
        completionHandler(exchange(of: task)?.redirected(by: response, proposing: request))
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping Disposition,
    ) {
        exchange(of: dataTask)?.reportResponse(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.reportEnd(error)
    }

    private func exchange(of task: URLSessionTask) -> RoutedExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }
}
