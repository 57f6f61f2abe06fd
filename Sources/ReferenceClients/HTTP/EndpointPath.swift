/// The path of an endpoint, written as a literal: `"/reservations/\(id)"`.
///
/// What the literal says are the segments, unescaped. What is interpolated is data: it becomes one segment or a part of
/// one, whatever characters it holds (RFC 3986 §2.2, §3.3), so that no identifier can reach another resource.
public struct EndpointPath: Sendable, Hashable {
    /// Escaped, with one slash at its beginning.
    public private(set) var encoded: String
    /// Why no request can be made of it; nil for a good path.
    public private(set) var defect: String?

    private init(_ encoded: String, _ defect: String?) {
        self.encoded = encoded.hasPrefix("/") ? encoded : "/" + encoded
        self.defect = defect
    }
}

extension EndpointPath: ExpressibleByStringInterpolation {
    /// A path without data.
    public init(stringLiteral value: String) {
        var parts = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        parts.appendLiteral(value)
        self.init(stringInterpolation: parts)
    }

    /// A path with data in it.
    public init(stringInterpolation: StringInterpolation) {
        self.init(stringInterpolation.encoded, stringInterpolation.defect)
    }

    /// Collects the parts of a path.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var defect: String?

        /// Makes room for the parts.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Adds what the literal says.
        public mutating func appendLiteral(_ literal: String) {
            if literal.contains("?") || literal.contains("#") {
                defect = "the path \"\(literal)\" holds a query or a fragment: write queryItems"
            }
            encoded += PercentEncoding.encoded(literal, keeping: PercentEncoding.path)
        }

        /// Adds data.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let text = value.description
            // These cannot be escaped: a dot segment is removed on the way, and an empty one asks for the parent.
            if ["", ".", ".."].contains(text) { defect = "\"\(text)\" cannot be a segment of a path" }
            encoded += PercentEncoding.encoded(text, keeping: PercentEncoding.unreserved)
        }
    }
}

/// Percent-encoding (RFC 3986 §2.1) that leaves nothing to the defaults of Foundation, which lets `+` through.
enum PercentEncoding {
    /// The characters that mean themselves everywhere (RFC 3986 §2.3).
    static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    /// Those that may stand in a path with its slashes (RFC 3986 §3.3).
    static let path = unreserved.union("/!$&'()*+,;=:@".utf8)

    /// The UTF-8 of a text with every byte escaped but those.
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
