extension Scenario {
    /// The method of a request, kept as it was written: methods are case-sensitive (RFC 9110 §9.1).
    public struct Method: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { rawValue = value }

        public static let get = Method(rawValue: "GET")
        public static let head = Method(rawValue: "HEAD")
        public static let post = Method(rawValue: "POST")
        public static let put = Method(rawValue: "PUT")
        public static let patch = Method(rawValue: "PATCH")
        public static let delete = Method(rawValue: "DELETE")
        public static let options = Method(rawValue: "OPTIONS")

        /// Stands for every method in an endpoint; never the method of a request.
        public static let any = Method(rawValue: "*")

        public var description: String { self == .any ? "ANY" : rawValue }
    }
}
