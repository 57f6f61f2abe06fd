extension Scenario {
    /// Header fields with their order, case and repetitions.
    ///
    /// Names are case-insensitive (RFC 9110 §5.1). A field without a value (`nil`) suppresses the field that the server
    /// would add by itself: `["Date": nil]`.
    public struct Headers: Sendable, Hashable {
        /// A header field.
        public struct Field: Sendable, Hashable {
            /// The name.
            public var name: String
            /// The value, or nil to suppress the server's own field of this name.
            public var value: String?

            /// Creates a header field.
            public init(_ name: String, _ value: String?) {
                self.name = name
                self.value = value
            }
        }

        /// The fields in order.
        public var fields: [Field]

        /// Creates headers of these fields, in this order.
        public init(_ fields: [Field] = []) { self.fields = fields }

        /// Whether the list of fields is empty.
        public var isEmpty: Bool { fields.isEmpty }

        /// The value of the first field of this name.
        public subscript(name: String) -> String? {
            fields.first { Self.isSameName($0.name, name) }?.value
        }

        /// Returns the values of all fields of this name, in order.
        public func values(of name: String) -> [String] {
            fields.compactMap { Self.isSameName($0.name, name) ? $0.value : nil }
        }

        /// Returns whether there is a field of this name, with or without a value.
        public func contains(_ name: String) -> Bool {
            fields.contains { Self.isSameName($0.name, name) }
        }

        /// Appends a field.
        public mutating func append(_ name: String, _ value: String?) {
            fields.append(Field(name, value))
        }

        /// Appends the fields whose names are not present.
        mutating func addMissing(_ others: [Field]) {
            for field in others where !contains(field.name) { fields.append(field) }
        }

        package static func isSameName(_ left: String, _ right: String) -> Bool {
            left.utf8.count == right.utf8.count
                && zip(left.utf8, right.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
        }
    }
}

extension Scenario.Headers: ExpressibleByDictionaryLiteral {
    /// Creates headers in the order of the literal.
    public init(dictionaryLiteral elements: (String, String?)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}

extension Scenario {
    /// The method of a request, case-sensitive (RFC 9110 §9.1).
    public struct Method: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The method as in a request line.
        public let rawValue: String

        /// Creates a method of this name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Creates a method of this name.
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

        /// The wildcard for every method in an endpoint; never the method of a request.
        public static let any = Method(rawValue: "*")

        /// The method for messages; `ANY` for the wildcard.
        public var description: String { self == .any ? "ANY" : rawValue }
    }
}
