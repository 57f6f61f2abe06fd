extension Scenario {
    /// Header fields in the order, the case and the number in which they were written.
    ///
    /// Names compare without regard to case (RFC 9110 §5.1). A field without a value (`nil`) stands for one that the
    /// server would add by itself and must not: `["Date": nil]`.
    public struct Headers: Sendable, Hashable {
        /// One header line.
        public struct Field: Sendable, Hashable {
            /// The name.
            public var name: String
            /// The value, or nil where the server's own field of this name is to be left out.
            public var value: String?

            /// A header line.
            public init(_ name: String, _ value: String?) {
                self.name = name
                self.value = value
            }
        }

        /// In order.
        public var fields: [Field]

        /// These fields, in this order.
        public init(_ fields: [Field] = []) { self.fields = fields }

        /// Whether there is no field at all.
        public var isEmpty: Bool { fields.isEmpty }

        /// The value of the first field of that name.
        public subscript(name: String) -> String? {
            fields.first { Self.isSameName($0.name, name) }?.value
        }

        /// The values of every field of that name, in order.
        public func values(of name: String) -> [String] {
            fields.compactMap { Self.isSameName($0.name, name) ? $0.value : nil }
        }

        /// Whether a field of that name is there, with or without a value.
        public func names(_ name: String) -> Bool {
            fields.contains { Self.isSameName($0.name, name) }
        }

        /// Adds a field after all others.
        public mutating func append(_ name: String, _ value: String?) {
            fields.append(Field(name, value))
        }

        /// Adds the fields that are not named yet.
        mutating func addMissing(_ others: [Field]) {
            for field in others where !names(field.name) { fields.append(field) }
        }

        package static func isSameName(_ left: String, _ right: String) -> Bool {
            left.utf8.count == right.utf8.count
                && zip(left.utf8, right.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
        }
    }
}

extension Scenario.Headers: ExpressibleByDictionaryLiteral {
    /// Fields in the order of the literal.
    public init(dictionaryLiteral elements: (String, String?)...) {
        fields = elements.map { Field($0.0, $0.1) }
    }
}

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
