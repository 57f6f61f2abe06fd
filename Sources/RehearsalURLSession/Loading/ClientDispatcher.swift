import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A dispatcher to the context on which a protocol may call its client.
struct ClientDispatcher: @unchecked Sendable {
    #if canImport(FoundationNetworking)
        // Sendable: any thread may suspend and resume a task.
        private let task: URLSessionTask?

        init(_ loader: ReroutedProtocol) { task = loader.task }

        /// Makes the loading system call `startLoading` again on the queue of the app's session. Calling the client
        /// from another queue would read the session's tasks concurrently with changes.
        ///
        /// A suspended task receives the events when it resumes. The dispatch happens once, for the last event: of
        /// several body pieces, only the last would reach the app.
        func dispatch(isLast: Bool) {
            guard isLast, let task else { return }
            task.suspend()
            task.resume()
        }

        /// Returns whether loading stops temporarily, as it does at every suspension.
        static func isTemporaryStop(_ task: URLSessionTask?) -> Bool { task?.state != .canceling }
        /// Returns whether the client may be called: a second completion of a task in cancellation ends the process.
        static func mayCallClient(_ task: URLSessionTask?) -> Bool { task?.state != .canceling }
        /// Whether the relay follows redirects. On Linux, reporting one to the client ends the process.
        static let followsRedirects = true
    #else
        // Sendable: any thread may add blocks to a run loop, and only that loop uses the protocol.
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

        /// Returns false: the loading system stops loading only permanently.
        static func isTemporaryStop(_ task: URLSessionTask?) -> Bool { false }
        /// Returns true: the loading system ignores events after cancellation.
        static func mayCallClient(_ task: URLSessionTask?) -> Bool { true }
        /// Whether the relay follows redirects. The app's session follows them and asks its delegate.
        static let followsRedirects = false
    #endif
}

/// A kind of task that this system cannot load from a backend.
enum UnsupportedTask {
    /// Returns an error with the reason and an alternative; nil for a supported task.
    static func error(_ task: URLSessionTask?, _ request: URLRequest) -> URLError? {
        #if canImport(FoundationNetworking)
            if task is URLSessionDownloadTask {
                return error(
                    .cannotCreateFile,
                    of: "a download task",
                    "cannot store its file",
                    instead: "use data(for:)"
                )
            }
            let hasBody = request.httpBody != nil || request.httpBodyStream != nil
            if task is URLSessionUploadTask, !hasBody {
                let reason = "does not pass its body to URL protocols"
                let way = "set it as the request's httpBody"
                return error(.requestBodyStreamExhausted, of: "an upload task", reason, instead: way)
            }
        #endif
        return nil
    }

    private static func error(
        _ code: URLError.Code,
        of task: String,
        _ reason: String,
        instead way: String,
    ) -> URLError {
        let text = "\(task) cannot be sent to a backend, because this system \(reason); \(way)"
        return URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
