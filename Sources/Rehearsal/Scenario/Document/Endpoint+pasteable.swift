extension JSON {
    /// An endpoint that would answer a request, as it goes into a scenario.
    package static func endpoint(answering method: String, _ path: String) -> JSON {
        let replies = Member("replies", .array([.object([Member("json", .object([]))])]))
        guard ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method) else {
            return .object([Member("method", .string(method)), Member("path", .string(path)), replies])
        }
        return .object([Member(method.lowercased(), .string(path)), replies])
    }
}
