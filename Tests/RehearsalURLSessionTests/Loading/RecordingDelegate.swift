import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The delegate of a session with one task: what it was told in the end.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // Sendable: a session tells its delegate one thing after the other, and the stream is read when it has ended.
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
    private var told = Outcome()

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
        told.url = response.url?.absoluteString
        told.status = (response as? HTTPURLResponse)?.statusCode
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        told.text += String(decoding: data, as: UTF8.self)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        told.code = (error as? URLError)?.code
        continuation.yield(told)
        continuation.finish()
    }
}
