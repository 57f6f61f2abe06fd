/// A format with a syntax of its own (validation §7.3; the format registry of OpenAPI).
///
/// A format applies to strings, or to numbers for `int32` and `int64`; it matches every other value.
enum SchemaFormat: String, Sendable, CaseIterable {
    case dateTime = "date-time"
    case date, time, duration
    case email
    case internationalEmail = "idn-email"
    case hostname
    case internationalHostname = "idn-hostname"
    case ipv4, ipv6
    case uri
    case uriReference = "uri-reference"
    case iri
    case iriReference = "iri-reference"
    case uriTemplate = "uri-template"
    case uuid
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"
    case regex
    // Formats of OpenAPI.
    case int32, int64, byte

    /// Returns the format with a name; nil for a format without a syntax or an unknown one.
    static func named(_ name: String) -> SchemaFormat? { SchemaFormat(rawValue: name) }

    /// The format for a message, with an article.
    var phrase: String {
        switch self {
        case .dateTime: "a date and time of RFC 3339, such as \"2026-11-26T09:30:00Z\""
        case .date: "a date of RFC 3339, such as \"2026-11-26\""
        case .time: "a time of RFC 3339, such as \"09:30:00Z\""
        case .duration: "a duration of ISO 8601, such as \"P1DT2H\""
        case .email, .internationalEmail: "an e-mail address"
        case .hostname, .internationalHostname: "a host name"
        case .ipv4: "an IPv4 address"
        case .ipv6: "an IPv6 address"
        case .uri: "an absolute URI"
        case .uriReference: "a URI or a relative reference"
        case .iri: "an absolute IRI"
        case .iriReference: "an IRI or a relative reference"
        case .uriTemplate: "a URI template of RFC 6570"
        case .uuid: "a UUID"
        case .jsonPointer: "a JSON pointer"
        case .relativeJSONPointer: "a relative JSON pointer"
        case .regex: "a regular expression of ECMA-262"
        case .int32: "a 32-bit integer"
        case .int64: "a 64-bit integer"
        case .byte: "Base64"
        }
    }

    func matches(_ value: JSON) -> Bool {
        switch value {
        case .string(let text): matches(text)
        case .number(let number):
            switch self {
            case .int32: Self.isInteger(number, from: -2_147_483_648, to: 2_147_483_647)
            case .int64: Self.isInteger(number, from: Int(Int64.min), to: Int(Int64.max))
            default: true
            }
        default: true
        }
    }

    private func matches(_ text: String) -> Bool {
        let bytes = text.utf8[...]
        return switch self {
        case .dateTime: DateFormats.isDateTime(bytes)
        case .date: DateFormats.isDate(bytes)
        case .time: DateFormats.isTime(bytes)
        case .duration: DateFormats.isDuration(bytes)
        case .email: HostFormats.isEmail(bytes, isInternational: false)
        case .internationalEmail: HostFormats.isEmail(bytes, isInternational: true)
        case .hostname: HostFormats.isHostname(bytes) && InternationalName.isValid(text)
        case .internationalHostname: InternationalName.isValid(text)
        case .ipv4: HostFormats.isIPv4(bytes)
        case .ipv6: HostFormats.isIPv6(bytes)
        case .uri: URIFormats.isReference(text, isAbsolute: true, isInternational: false)
        case .uriReference: URIFormats.isReference(text, isAbsolute: false, isInternational: false)
        case .iri: URIFormats.isReference(text, isAbsolute: true, isInternational: true)
        case .iriReference: URIFormats.isReference(text, isAbsolute: false, isInternational: true)
        case .uriTemplate: URITemplateFormat.isTemplate(text)
        case .uuid: Self.isUUID(bytes)
        case .jsonPointer: JSON.Pointer(text) != nil
        case .relativeJSONPointer: Self.isRelativePointer(text)
        case .regex: JSON.Pattern.isECMAScript(text)
        case .byte: Self.isBase64(bytes)
        case .int32, .int64: true
        }
    }

    private static func isInteger(_ number: JSON.Number, from minimum: Int, to maximum: Int) -> Bool {
        if let value = Int(number.text) { return minimum <= value && value <= maximum }
        let value = JSONDecimal(number.text)
        let (least, most) = (JSONDecimal(String(minimum)), JSONDecimal(String(maximum)))
        return value.isInteger && !(value < least) && !(most < value)
    }

    private static func isUUID(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.hexValue != nil
        }
    }

    private static func isRelativePointer(_ text: String) -> Bool {
        let digits = text.utf8.prefix(while: \.isDigit)
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else { return false }
        let rest = text.utf8.dropFirst(digits.count)
        return rest.elementsEqual("#".utf8) || JSON.Pointer(String(Substring(rest))) != nil
    }

    /// Returns whether a text is Base64 with padding (RFC 4648 §4).
    private static func isBase64(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count % 4 == 0 else { return false }
        let letters = bytes.prefix { $0.isAlphanumeric || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
        let padding = bytes.dropFirst(letters.count)
        return padding.count <= 2 && padding.allSatisfy { $0 == UInt8(ascii: "=") }
    }
}
