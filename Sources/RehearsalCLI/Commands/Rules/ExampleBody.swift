import Rehearsal
import RehearsalContracts

/// The text on a body in comparison with the recorded one.
struct ExampleBody {
    let recorded: [UInt8]

    /// The number of characters of a body that is shown as it is, and of its parts if it is cut.
    private static let (maximumLength, start, end) = (90, 40, 15)
    /// The number of characters of a document that is shown rather than its difference from the recorded body.
    private static let maximumPlainLength = 60
    /// The number of bytes of the largest body that is compared with the recorded one.
    private static let maximumDocument = 4_096

    /// Returns the body and, if it is not JSON, its media type: `the recorded body as text/plain`.
    func text(of bytes: [UInt8], type: String?) -> String {
        if bytes.isEmpty { return "an empty body" }
        let ending =
            switch type {
            case nil: " without a Content-Type"
            case "application/json"?: ""
            case let type?: " as \(type)"
            }
        return text(of: bytes[...]) + ending
    }

    /// Returns the body if it is short, its difference from the recorded body, or its beginning and its end.
    func text(of bytes: ArraySlice<UInt8>) -> String {
        if bytes.elementsEqual(recorded) { return "the recorded body" }
        let text = Self.readable(bytes)
        if let text, text.count <= Self.maximumPlainLength { return text }
        if let difference = difference(of: bytes) {
            return text.flatMap { $0.count < difference.count ? $0 : nil } ?? difference
        }
        guard let text else { return "byte".pluralized(bytes.count) }
        if text.count <= Self.maximumLength { return text }
        return "\(bytes.count) bytes: \(text.prefix(Self.start))…\(text.suffix(Self.end))"
    }

    /// Returns the difference from the recorded body; nil if the bodies have little in common.
    private func difference(of bytes: ArraySlice<UInt8>) -> String? {
        guard !recorded.isEmpty, bytes.count <= Self.maximumDocument else { return nil }
        if recorded.starts(with: bytes) {
            return "the first " + "byte".pluralized(bytes.count) + " of the recorded body"
        }
        if let range = bytes.firstRange(of: recorded) {
            let (before, after) = (bytes[..<range.lowerBound], bytes[range.upperBound...])
            let text = Self.escaped(before) + "<the recorded body>" + Self.escaped(after)
            // Long binary data says nothing.
            let isText = (before + after).allSatisfy { $0 < 0x80 } || before.count + after.count < 8
            if isText, text.count <= Self.maximumLength + 20 { return text }
            if before.isEmpty { return "the recorded body and " + "more byte".pluralized(after.count) }
        }
        return changedValues(in: bytes) ?? changedBytes(in: bytes)
    }

    /// Returns the values that differ from those of the recorded document; nil if they are not one or two.
    private func changedValues(in bytes: ArraySlice<UInt8>) -> String? {
        guard let new = try? JSON(parsing: Array(bytes)) else { return nil }
        if let access = new["access_token"]?.text, let refresh = new["refresh_token"]?.text {
            return "the tokens \(access) and \(refresh)"
        }
        guard let old = try? JSON(parsing: recorded) else { return nil }
        if case .array(let before) = old {
            if before.first == new { return "the first element of the recorded body" }
            if case .array(let after) = new, after.count > max(1, before.count) {
                return "a list of \(after.count) elements"
            }
        }
        let changes = ValueChange.between(old, new)
        guard (1...2).contains(changes.count), !changes.contains(where: { $0.path == "$" }) else { return nil }
        let paths = Set(ValueChange.leaves(of: new).map(\.path))
        let texts = changes.map { change in
            change.new == .null && !paths.contains(change.path)
                ? "no \(change.path)" : "\(change.path) = \(change.new.brief)"
        }
        let text = "the recorded body, but " + texts.joined(separator: " and ")
        // The bytes of an invalid character say more than its replacement.
        return text.contains("\u{FFFD}") ? nil : text
    }

    /// Returns the bytes around the change of the recorded body; nil if it is long.
    private func changedBytes(in bytes: ArraySlice<UInt8>) -> String? {
        let prefix = zip(recorded, bytes).prefix { $0 == $1 }.count
        let most = min(recorded.count, bytes.count) - prefix
        let suffix = min(most, zip(recorded.reversed(), bytes.reversed()).prefix { $0 == $1 }.count)
        guard prefix + suffix > recorded.count / 2 else { return nil }
        let (first, last) = (max(0, prefix - 14), min(bytes.count, bytes.count - suffix + 8))
        let part = bytes.dropFirst(first).prefix(last - first)
        guard part.count <= Self.maximumLength else { return nil }
        let text = Self.escaped(part)
        return "the recorded body, but \(first > 0 ? "…" : "")\(text)\(last < bytes.count ? "…" : "")"
    }

    /// Returns the text of the bytes on one line; nil if they are not UTF-8.
    static func readable(_ bytes: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        return text.unicodeScalars.reduce(into: "") { line, scalar in
            switch scalar {
            case "\r": line += "\\r"
            case "\n": line += "\\n"
            default: line.unicodeScalars.append(scalar)
            }
        }.printable
    }

    /// Returns the text of the bytes on one line, or with `\xE9` for those that are not printable ASCII.
    static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }), let text = readable(bytes) { return text }
        return bytes.reduce(into: "") { text, byte in
            if (0x20..<0x7F).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "\\x" + byte.padded(to: 2, radix: 16).uppercased()
            }
        }
    }
}
