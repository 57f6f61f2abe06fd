import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a session with one task, which records the outcome of the task.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: a session calls its delegate serially, and the test reads the outcome after the task has ended.
    struct Outcome: Sendable, Equatable {
        var url: String?
        var status: Int?
        var text = ""
        var code: URLError.Code?
    }

    #if canImport(FoundationNetworking)
        typealias Disposition = (URLSession.ResponseDisposition) -> Void
    #else
        typealias Disposition = @Sendable (URLSession.ResponseDisposition) -> Void
    #endif

    private let (outcomes, continuation) = AsyncStream.makeStream(of: Outcome.self)
    private var recorded = Outcome()

    /// Waits until the task has ended.
    var outcome: Outcome? {
        get async { await outcomes.first { _ in true } }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping Disposition,
    ) {
        recorded.url = response.url?.absoluteString
        recorded.status = (response as? HTTPURLResponse)?.statusCode
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        recorded.text += String(decoding: data, as: UTF8.self)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        recorded.code = (error as? URLError)?.code
        continuation.yield(recorded)
        continuation.finish()
    }
}
