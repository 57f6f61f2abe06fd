#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The base URL of the client, to which paths are appended.
struct BaseURL: Sendable {
    let host: String
    let port: Int
    /// Whether the connections use TLS.
    let isSecure: Bool
    private let path: String

    init(_ url: URL) {
        (host, port, path) = (url.host() ?? "", url.port ?? 80, url.path())
        isSecure = url.scheme == "https"
    }

    /// Returns the target of a request: the path of the base URL, one slash, and the path of the call.
    func target(of call: Call, defect: Defect?) -> String {
        if defect == .doubleSlash { return "\(path)/\(call.path)" }
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        return "\(base)/\(call.path)\(defect == .emptyQuery ? "?" : "")"
    }
}
