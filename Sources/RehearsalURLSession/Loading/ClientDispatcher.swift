import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A dispatcher that makes a URL protocol report its events on the thread or queue that the system requires.
struct ClientDispatcher: @unchecked Sendable {
    #if canImport(FoundationNetworking)
        // Sendable: any thread may suspend and resume a task.
        private let task: URLSessionTask?

        init(_ loader: ReroutedProtocol) { task = loader.task }

        /// Makes the loading system call `startLoading` again on the queue of the app's session. A call of the client
        /// from another queue would access the session's tasks concurrently.
        ///
        /// A suspended task receives the events when it resumes. The method acts only on the last event, because the
        /// app would receive only the last of several body pieces.
        func dispatch(isLast: Bool) {
            guard isLast, let task else { return }
            task.suspend()
            task.resume()
        }

        /// Returns whether the system stops loading only temporarily, as it does when a task is suspended.
        static func isTemporaryStop(_ task: URLSessionTask?) -> Bool { task?.state != .canceling }
        /// Returns whether the protocol may call the client: completing a cancelled task again crashes the process.
        static func mayCallClient(_ task: URLSessionTask?) -> Bool { task?.state != .canceling }
        /// Whether the backend session follows redirects. On Linux, reporting one to the client crashes the process.
        static let followsRedirects = true
    #else
        // Sendable: any thread may add blocks to a run loop, and only that run loop uses the protocol.
        private let loader: ReroutedProtocol
        private let loop: CFRunLoop

        init(_ loader: ReroutedProtocol) {
            self.loader = loader
            loop = CFRunLoopGetCurrent()
        }

        /// Calls the client on the thread on which loading began, as `URLProtocolClient` requires.
        func dispatch(isLast: Bool) {
            CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes.rawValue) { [self] in loader.deliver() }
            CFRunLoopWakeUp(loop)
        }

        /// Returns false, because the system never stops loading temporarily.
        static func isTemporaryStop(_ task: URLSessionTask?) -> Bool { false }
        /// Returns true, because the system ignores events of a cancelled task.
        static func mayCallClient(_ task: URLSessionTask?) -> Bool { true }
        /// Whether the backend session follows redirects. The app's session follows them, and asks its delegate.
        static let followsRedirects = false
    #endif
}

/// A check for tasks that this system cannot load from a backend.
enum UnsupportedTask {
    /// Returns an error that states the reason and an alternative; nil for a supported task.
    static func error(_ task: URLSessionTask?, _ request: URLRequest) -> URLError? {
        #if canImport(FoundationNetworking)
            if task is URLSessionDownloadTask {
                return error(
                    .cannotCreateFile,
                    of: "a download task",
                    "cannot store the file of such a task",
                    instead: "use data(for:)"
                )
            }
            let hasBody = request.httpBody != nil || request.httpBodyStream != nil
            if task is URLSessionUploadTask, !hasBody {
                let reason = "does not pass the body of such a task to URL protocols"
                let alternative = "set the body as the request's httpBody"
                return error(.requestBodyStreamExhausted, of: "an upload task", reason, instead: alternative)
            }
        #endif
        return nil
    }

    private static func error(
        _ code: URLError.Code,
        of task: String,
        _ reason: String,
        instead alternative: String,
    ) -> URLError {
        let text = "\(task) cannot be sent to a backend, because this system \(reason); \(alternative)"
        return URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
