extension Scenario {
    /// The method of a request, kept as it was written: methods are case-sensitive (RFC 9110 §9.1).
    public struct Method: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// As it is written in a request line.
        public let rawValue: String

        /// A method of any name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A method of any name.
        public init(stringLiteral value: String) { rawValue = value }

        /// `GET`.
        public static let get = Method(rawValue: "GET")
        /// `HEAD`.
        public static let head = Method(rawValue: "HEAD")
        /// `POST`.
        public static let post = Method(rawValue: "POST")
        /// `PUT`.
        public static let put = Method(rawValue: "PUT")
        /// `PATCH`.
        public static let patch = Method(rawValue: "PATCH")
        /// `DELETE`.
        public static let delete = Method(rawValue: "DELETE")
        /// `OPTIONS`.
        public static let options = Method(rawValue: "OPTIONS")

        /// Stands for every method in an endpoint; never the method of a request.
        public static let any = Method(rawValue: "*")

        /// As it is shown to people.
        public var description: String { self == .any ? "ANY" : rawValue }
    }
}
