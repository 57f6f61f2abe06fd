extension Scenario.Endpoint {
    /// An endpoint that would answer a request, as it goes into a scenario.
    ///
    /// - Parameter path: as it was sent; braces and stars in it, which would be placeholders, are escaped.
    package static func pasteable(_ method: String, _ path: String) -> JSON {
        let path = String(decoding: PercentEncoding.normalized(Array(path.utf8)), as: UTF8.self)
        let replies = JSON.Member("replies", .array([.object([JSON.Member("json", .object([]))])]))
        guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) else {
            return .object([JSON.Member("method", .string(method)), JSON.Member("path", .string(path)), replies])
        }
        return .object([JSON.Member(method.lowercased(), .string(path)), replies])
    }
}
