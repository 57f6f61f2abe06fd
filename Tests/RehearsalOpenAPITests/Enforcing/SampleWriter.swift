import Rehearsal

@testable import RehearsalOpenAPI

/// A writer of values in the styles of parameters (OpenAPI 3.1.1 §4.8.12.3). It shares no code with the reader.
struct SampleWriter {
    let name: String
    let serialization: OpenAPISerialization
    /// Whether reserved characters are percent-encoded. Header fields have no escapes.
    var isEncoded = true

    /// Returns the pairs of a query, a form or a cookie; nil if the style has no form for the value.
    func pairs(_ value: JSON) -> [String]? {
        let style = serialization.style
        let key = encoded(name)
        switch value {
        case .object(let members) where style == .deepObject:
            return members.flatMap { Self.deep("\(name)[\($0.name)]", $0.value) }
        case .object(let members) where serialization.explode:
            return texts(members.map(\.value)).map { zip(members, $0).map { "\(encoded($0.name))=\($1)" } }
        // An exploded list without elements has no pair (RFC 6570 §2.3).
        case .array(let elements) where elements.isEmpty: return serialization.explode ? [] : ["\(key)="]
        case .array(let elements) where serialization.explode:
            return texts(elements)?.map { "\(key)=\($0)" }
        case .array(let elements): return texts(elements).map { ["\(key)=\($0.joined(separator: separator))"] }
        case .object(let members):
            return alternating(members).map { ["\(key)=\($0.joined(separator: separator))"] }
        default: return text(value).map { ["\(key)=\($0)"] }
        }
    }

    /// Returns the text of a path segment or a header field; nil if the style has no form for the value.
    func text(ofWhole value: JSON) -> String? {
        let explodes = serialization.explode
        let isMatrix = serialization.style == .matrix
        let prefix = serialization.style == .label ? "." : isMatrix ? ";" : ""
        let separator = explodes && !prefix.isEmpty ? prefix : ","
        let key = isMatrix ? "\(name)=" : ""
        switch value {
        case .array(let elements):
            guard let texts = texts(elements) else { return nil }
            if explodes, isMatrix { return texts.map { ";\(name)=\($0)" }.joined() }
            return prefix + key + texts.joined(separator: separator)
        case .object(let members) where explodes:
            guard let texts = texts(members.map(\.value)) else { return nil }
            return prefix + zip(members, texts).map { "\(encoded($0.name))=\($1)" }.joined(separator: separator)
        case .object(let members):
            return alternating(members).map { prefix + key + $0.joined(separator: separator) }
        default: return text(value).map { prefix + key + $0 }
        }
    }

    // MARK: Parts

    private var separator: String {
        switch serialization.style {
        case .spaceDelimited: "%20"
        case .pipeDelimited: "%7C"
        case .tabDelimited: "%09"
        default: ","
        }
    }

    /// Returns names and values in turn.
    private func alternating(_ members: [JSON.Member]) -> [String]? {
        texts(members.map(\.value)).map { zip(members, $0).flatMap { [encoded($0.name), $1] } }
    }

    /// Returns the texts of scalars; nil if one of the values is not a scalar.
    private func texts(_ values: [JSON]) -> [String]? {
        let texts = values.compactMap { text($0) }
        return texts.count == values.count ? texts : nil
    }

    /// Returns the text of a scalar; nil for an array or an object.
    private func text(_ value: JSON) -> String? {
        switch value {
        case .array, .object: nil
        case .string(let text): encoded(text)
        case .null, .bool, .number: String(decoding: value.bytes(), as: UTF8.self)
        }
    }

    private static func deep(_ name: String, _ value: JSON) -> [String] {
        switch value {
        case .object(let members): return members.flatMap { deep("\(name)[\($0.name)]", $0.value) }
        case .array(let elements): return elements.flatMap { deep("\(name)[]", $0) }
        case .string(let text): return ["\(encoded(name))=\(encoded(text))"]
        case .null, .bool, .number:
            return ["\(encoded(name))=\(encoded(String(decoding: value.bytes(), as: UTF8.self)))"]
        }
    }

    private func encoded(_ text: String) -> String { isEncoded ? Self.encoded(text) : text }

    /// Returns a text in which only unreserved characters are not escaped (RFC 3986 §2.3).
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isAlphanumeric(or: "-._~") ? String(Unicode.Scalar(byte)) : "%" + byte.padded(to: 2, radix: 16)
        }.joined()
    }
}
