/// A parser of `multipart/form-data` bodies (RFC 7578, RFC 2046 §5.1).
package enum MultipartBody {
    /// A part of a body.
    package struct Part: Hashable {
        package var name: [UInt8]
        package var fileName: [UInt8]?
        package var type: [UInt8]?
        package var content: [UInt8]
    }

    /// Returns the boundary of a media type; nil if the type is not multipart or has no boundary.
    private static func boundary(in type: String) -> [UInt8]? {
        guard type.lowercased().hasPrefix("multipart/") else { return nil }
        return parameter("boundary", of: Array(type.utf8))
    }

    /// Returns the parts in order, without those that are incomplete or have no name.
    ///
    /// - Parameters:
    ///   - type: the media type of the body with its boundary. The list is empty if it has none.
    ///   - limit: the maximum length of the list, after which the rest of the body is not read.
    package static func parts(of body: [UInt8], type: String, atMost limit: Int = .max) -> [Part] {
        guard let boundary = boundary(in: type) else { return [] }
        let delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        // No line end precedes a delimiter at the beginning of the body.
        let bytes = [0x0D, 0x0A] + body
        var parts: [Part] = []
        var start: Int?
        var index = 0
        while parts.count < limit, let found = first(delimiter, in: bytes, from: index) {
            // Two delimiters may share a line end, without a part between them.
            if let start, start <= found, let part = part(bytes[start..<found]) { parts.append(part) }
            index = found + delimiter.count
            if bytes[index...].starts(with: [0x2D, 0x2D]) { break }
            guard let line = first([0x0D, 0x0A], in: bytes, from: index) else { break }
            start = line + 2
            index = line
        }
        return parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        let all = Array(bytes)
        // A part without header lines begins with the empty line.
        let end =
            all.starts(with: [0x0D, 0x0A]) ? 0 : first([0x0D, 0x0A, 0x0D, 0x0A], in: all, from: 0).map { $0 + 2 }
        guard let end else { return nil }
        var part = Part(name: [], content: Array(all[(end + 2)...]))
        var hasName = false
        for line in all[..<end].split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = String(decoding: line[..<colon].map(\.asciiLowercased), as: UTF8.self)
            let value = trimmed(line[(colon + 1)...])
            if name == "content-type" { part.type = value }
            guard name == "content-disposition" else { continue }
            if let text = parameter("name", of: value) { (part.name, hasName) = (text, true) }
            part.fileName = parameter("filename", of: value)
        }
        return hasName ? part : nil
    }

    /// Returns a parameter of a field value, without quotes.
    private static func parameter(_ name: String, of value: [UInt8]) -> [UInt8]? {
        var rest = value[...]
        while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
            rest = rest[(semicolon + 1)...].drop(while: \.isBlank)
            let found = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            guard rest.dropFirst(found.count).first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst(found.count + 1)
            let text = quoted(&rest) ?? trimmed(rest.prefix { $0 != UInt8(ascii: ";") })
            if found.map(\.asciiLowercased) == Array(name.utf8) { return text }
        }
        return nil
    }

    /// Removes and returns a quoted string at the beginning; nil if there is none (RFC 9110 §5.6.4).
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest.removeFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            // Browsers escape quotes as %22 and do not escape a backslash; other clients escape with a backslash.
            if byte == UInt8(ascii: "\\"), let next = rest.first, next == UInt8(ascii: "\"") || next == byte {
                rest.removeFirst()
                text.append(next)
            } else {
                text.append(byte)
            }
        }
        return text
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(bytes.trimming { $0.isBlank || $0 == 0x0D })
    }

    /// Returns the first offset of `part` at or after `start`.
    private static func first(_ part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard let lead = part.first, bytes.count >= part.count else { return nil }
        var index = start
        while index <= bytes.count - part.count {
            if bytes[index] == lead, bytes[index..<(index + part.count)].elementsEqual(part) { return index }
            index += 1
        }
        return nil
    }
}
