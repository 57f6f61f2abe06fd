import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls a protocol to where the loading system lets it speak to its client.
struct Summons: @unchecked Sendable {
    #if canImport(FoundationNetworking)
        // Sendable: a task may be suspended and resumed from anywhere.
        private let task: URLSessionTask?

        init(_ loader: ReroutedProtocol) { task = loader.task }

        /// Has `startLoading` called again, on the queue of the app's session: what a client is told anywhere else
        /// reads that session's tasks while others change them.
        /// A task that the app has suspended hears of it when it resumes.
        ///
        /// Once for an exchange: of the pieces of a body, only the last that a client is told of reaches the app.
        func call(isLast: Bool) {
            guard isLast, let task else { return }
            task.suspend()
            task.resume()
        }

        /// Whether loading is stopped to go on later, as it is by every suspension.
        static func isPause(_ task: URLSessionTask?) -> Bool { task?.state != .canceling }
        /// A task that is being cancelled is about to be told so, and a task that is told twice ends the process.
        static func isHeard(_ task: URLSessionTask?) -> Bool { task?.state != .canceling }
        /// Redirects are followed on the way to the backend: a client that is told of one ends the process.
        static let followsRedirects = true
    #else
        // Sendable: a run loop may be given blocks from anywhere, and the protocol is touched on that loop alone.
        private let loader: ReroutedProtocol
        private let loop: CFRunLoop

        init(_ loader: ReroutedProtocol) {
            self.loader = loader
            loop = CFRunLoopGetCurrent()
        }

        /// Has the client told of it on the thread that loading began on, as the documentation of clients demands.
        func call(isLast: Bool) {
            CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes.rawValue) { [self] in loader.deliver() }
            CFRunLoopWakeUp(loop)
        }

        /// Loading is stopped for good.
        static func isPause(_ task: URLSessionTask?) -> Bool { false }
        /// The system itself hears no more than it wants to.
        static func isHeard(_ task: URLSessionTask?) -> Bool { true }
        /// The app's session follows redirects, and asks its delegate.
        static let followsRedirects = false
    #endif
}

/// What keeps a task from being led away on a system.
enum Obstacle {
    /// Why a task cannot be loaded, and what to do instead; nil if nothing keeps it.
    static func of(_ task: URLSessionTask?, _ request: URLRequest) -> URLError? {
        #if canImport(FoundationNetworking)
            if task is URLSessionDownloadTask {
                return error(
                    .cannotCreateFile,
                    of: "a download task",
                    "has nowhere to put the file",
                    instead: "use data(for:)"
                )
            }
            let hasBody = request.httpBody != nil || request.httpBodyStream != nil
            if task is URLSessionUploadTask, !hasBody {
                let reason = "does not show the body that is beside the request"
                let way = "make it the request's httpBody"
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
        let text = "\(task) cannot be led to a backend, because this system \(reason); \(way)"
        return URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
