import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session that speaks to the backend, and hands what it hears to the exchanges it is for.
///
/// One for a route, so that connections are used again as the app's own would be.
final class Relay: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: what changes is reached under the lock.
    #if canImport(FoundationNetworking)
        typealias Redirection = (URLRequest?) -> Void
        typealias Disposition = (URLSession.ResponseDisposition) -> Void
    #else
        typealias Redirection = @Sendable (URLRequest?) -> Void
        typealias Disposition = @Sendable (URLSession.ResponseDisposition) -> Void
    #endif

    private let lock = NSLock()
    private var session: URLSession?
    private var exchanges: [Int: Exchange] = [:]

    init(_ configuration: URLSessionConfiguration) {
        super.init()
        session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }

    func send(_ request: URLRequest, for exchange: Exchange) {
        guard let task = session?.dataTask(with: request) else { return }
        lock.lock()
        exchanges[task.taskIdentifier] = exchange
        lock.unlock()
        if exchange.become(task) { task.resume() } else { task.cancel() }
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
        exchange(of: dataTask)?.responded(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        lock.lock()
        let exchange = exchanges.removeValue(forKey: task.taskIdentifier)
        lock.unlock()
        exchange?.ended(error)
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        lock.lock()
        defer { lock.unlock() }
        return exchanges[task.taskIdentifier]
    }
}
