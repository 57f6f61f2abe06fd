/// The path of an endpoint, written as a literal: `"/reservations/\(id)"`.
///
/// The literal contains unescaped segments. An interpolated value is percent-encoded into one segment or a part of one
/// (RFC 3986 §2.2, §3.3), so that an identifier cannot select another resource.
public struct EndpointPath: Sendable, Hashable {
    /// The percent-encoded path, with a leading slash.
    public private(set) var encoded: String
    /// The reason why the path is not valid; nil for a valid path.
    public private(set) var invalidReason: String?

    private init(_ encoded: String, _ defect: String?) {
        self.encoded = encoded.hasPrefix("/") ? encoded : "/" + encoded
        self.invalidReason = defect
    }
}

extension EndpointPath: ExpressibleByStringInterpolation {
    /// Creates a path without interpolated values.
    public init(stringLiteral value: String) {
        var parts = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        parts.appendLiteral(value)
        self.init(stringInterpolation: parts)
    }

    /// Creates a path with interpolated values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.encoded, stringInterpolation.invalidReason)
    }

    /// The parts of a path while it is built.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var invalidReason: String?

        /// Reserves capacity for the parts.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Appends a literal, in which slashes separate segments.
        public mutating func appendLiteral(_ literal: String) {
            if literal.contains("?") || literal.contains("#") {
                invalidReason = "the path \"\(literal)\" contains a query or a fragment; use queryItems"
            }
            encoded += PercentEncoding.encoded(literal, keeping: PercentEncoding.path)
        }

        /// Appends a value as a segment or a part of one.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let text = value.description
            // Percent-encoding does not prevent this: clients remove dot segments, and an empty one selects the parent.
            if ["", ".", ".."].contains(text) { invalidReason = "\"\(text)\" is not a valid path segment" }
            encoded += PercentEncoding.encoded(text, keeping: PercentEncoding.unreserved)
        }
    }
}

/// Percent-encoding (RFC 3986 §2.1) that, unlike Foundation's defaults, also encodes `+`.
enum PercentEncoding {
    /// The unreserved characters (RFC 3986 §2.3).
    static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    /// The characters of a path, slashes included (RFC 3986 §3.3).
    static let path = unreserved.union("/!$&'()*+,;=:@".utf8)

    /// Returns the text with each UTF-8 byte percent-encoded, except those in `kept`.
    static func encoded(_ text: String, keeping kept: Set<UInt8>) -> String {
        var result = ""
        for byte in text.utf8 {
            if kept.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += byte < 0x10 ? "%0" : "%"
                result += String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
