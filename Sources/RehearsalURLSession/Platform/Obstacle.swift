import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What keeps a task from being led away on a system.
enum Obstacle {
    /// Why a task cannot be loaded, and what to do instead; nil if nothing keeps it.
    static func of(_ task: URLSessionTask?, _ request: URLRequest) -> URLError? {
        #if canImport(FoundationNetworking)
            if task is URLSessionDownloadTask {
                return error(.cannotCreateFile, "a download task", "has nowhere to put the file", "use data(for:)")
            }
            let hasBody = request.httpBody != nil || request.httpBodyStream != nil
            if task is URLSessionUploadTask, !hasBody {
                let reason = "does not show the body that is beside the request"
                return error(.requestBodyStreamExhausted, "an upload task", reason, "make it the request's httpBody")
            }
        #endif
        return nil
    }

    private static func error(_ code: URLError.Code, _ task: String, _ reason: String, _ way: String) -> URLError {
        let text = "\(task) cannot be led to a backend, because this system \(reason); \(way)"
        return URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    }
}
