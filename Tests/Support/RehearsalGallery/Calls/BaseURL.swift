#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What every path is below.
struct BaseURL: Sendable {
    let host: String
    let port: Int
    private let path: String

    init(_ url: URL) {
        (host, port, path) = (url.host() ?? "", url.port ?? 80, url.path())
    }

    /// The target of a request: the path of the base, one slash, and the path below it.
    func target(of call: Call, defect: Defect?) -> String {
        if defect == .looseSlash { return "\(path)/\(call.path)" }
        let base = path.hasSuffix("/") ? String(path.dropLast()) : path
        return "\(base)/\(call.path)\(defect == .loneMark ? "?" : "")"
    }
}
