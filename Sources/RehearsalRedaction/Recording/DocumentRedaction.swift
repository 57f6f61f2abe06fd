import Rehearsal

/// The redaction of a JSON document, by the paths to its values and by their shape.
struct DocumentRedaction {
    let redaction: RecordingRedaction

    /// Returns a document with placeholders for its secrets, in the same spacing; nil if the bytes are not JSON.
    func document(_ bytes: [UInt8], depth: Int = 0) -> [UInt8]? {
        guard let document = try? JSONDocument(parsing: bytes) else { return nil }
        let named = namedByOthers(in: document.root)
        var isChanged = false
        let replace = { (leaf: JSONRewriter.Token) -> JSON? in
            let other = self.value(leaf, isNamed: named.contains(leaf.token.startIndex), depth: depth)
            isChanged = isChanged || other != nil
            return other
        }
        let spacing = JSONSpacing(of: bytes) ?? .readable
        let shown = JSONRewriter.bytes(bytes, spacing: spacing, replace: replace)
        return isChanged ? shown : bytes
    }

    /// - Parameter isNamed: whether another member of the object names the value as a secret.
    private func value(_ leaf: JSONRewriter.Token, isNamed: Bool, depth: Int) -> JSON? {
        let text = leaf.text
        if leaf.kind == .name {
            let shown = redaction.text(text)
            if shown == text { return hiddenByEscapes(leaf, of: text) }
            return .string(shown)
        }
        switch redaction.rules.decision(on: leaf.path, isNumber: leaf.kind == .number) {
        case .keep: return nil
        case .inspect where !isNamed: break
        case .redact, .inspect:
            let placeholder = redaction.names.placeholder(for: Array(text.utf8))
            return text.isEmpty || placeholder == text ? nil : .string(placeholder)
        }
        if leaf.kind == .number {
            let shown = String(decoding: redaction.redacted(number: Array(text.utf8)), as: UTF8.self)
            return shown == text ? nil : .string(shown)
        }
        // Some services embed a document in a string of another one.
        if leaf.kind == .string, depth < 4, RecordingRedaction.looksLikeJSON(Array(text.utf8)),
            let inner = document(Array(text.utf8), depth: depth + 1)
        {
            let shown = String(decoding: inner, as: UTF8.self)
            return shown == text ? nil : .string(shown)
        }
        if leaf.kind == .string, isIssued(leaf) { return .string(redaction.names.placeholder(for: Array(text.utf8))) }
        if leaf.kind == .string, let shown = base64Placeholder(text, in: .text, depth: depth) { return .string(shown) }
        let isURL =
            ["https://", "http://", "/", "?"].contains(where: text.hasPrefix)
            && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "<") }
        let shown = isURL ? redaction.url(text) : redaction.text(text)
        return shown == text ? hiddenByEscapes(leaf, of: text) : .string(shown)
    }

    /// Returns a placeholder for a string whose source text, with its escapes, looks like a secret; nil for others.
    ///
    /// A card number before `\u0041` is visible to a reader of the file, although the decoded letter continues it.
    private func hiddenByEscapes(_ leaf: JSONRewriter.Token, of text: String) -> JSON? {
        guard leaf.kind != .number, leaf.token.contains(UInt8(ascii: "\\")) else { return nil }
        let written = Array(leaf.token.dropFirst().dropLast())
        let shapes = DetectedSecret.detect(in: written).filter { shape in
            !redaction.rules.keptPatterns.contains { $0.hasMatch(in: Array(written[shape.range])) }
        }
        return shapes.isEmpty ? nil : .string(redaction.names.placeholder(for: Array(text.utf8)))
    }

    /// Returns whether a value with a possibly secret name also looks like a secret.
    private func isIssued(_ leaf: JSONRewriter.Token) -> Bool {
        guard case .name(let name)? = leaf.path.last, redaction.names.ambiguousMembers.contains(name) else {
            return false
        }
        let value = leaf.text.utf8
        guard !value.contains(where: { $0 <= 0x20 }), !Placeholder.isPlaceholder(leaf.text) else { return false }
        return HighEntropyValue.isLikelyCredential(value)
            || name.lowercased() == "pass" && HighEntropyValue.isLikelyNamedSecret(value)
    }

    /// Returns a placeholder for a value that is Base64 of a secret; nil for any other value.
    func base64Placeholder(_ text: String, in context: Placeholder.PlaceholderContext, depth: Int = 0) -> String? {
        guard let hidden = EncodedText.base64(text), holdsSecret(hidden, depth: depth) else { return nil }
        return redaction.names.placeholder(for: Array(text.utf8), in: context)
    }

    /// Returns whether decoded Base64 contains a secret; the caller then replaces the whole value.
    private func holdsSecret(_ hidden: [UInt8], depth: Int) -> Bool {
        if depth < 4, RecordingRedaction.looksLikeJSON(hidden), let shown = document(hidden, depth: depth + 1) {
            return shown != hidden
        }
        return redaction.redacted(hidden, in: .text) != hidden
    }
}

/// Redaction of secrets whose name is a value itself: `{ "name": "password", "value": "…" }`.
extension DocumentRedaction {
    /// Returns the offsets of values that another member of their object names as secret.
    private func namedByOthers(in root: JSONDocument.Node) -> Set<Int> {
        var found: Set<Int> = []
        var rest = [root]
        while let node = rest.popLast() {
            rest += node.elements
            let members = Array(node.members)
            rest += members.map(\.value)
            let isNamed = members.contains { member in
                Self.naming.contains(member.name)
                    && member.value.string.map { redaction.names.members.contains($0) } == true
            }
            guard isNamed else { continue }
            for member in members where Self.named.contains(member.name) {
                found.insert(member.value.range.lowerBound)
            }
        }
        return found
    }

    private static let naming = SecretNames(["name", "key", "field"])
    private static let named = SecretNames(["value", "val"])
}

/// The redaction of XML and HTML documents.
struct MarkupRedaction {
    let names: Redaction

    /// Returns a document with placeholders for the text of elements with secret names, as in
    /// `<SecretAccessKey>…</SecretAccessKey>`, and for attribute values beside a secret name.
    func elements(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        var marks = MarkedText(bytes: bytes)
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
            output += bytes[index..<open] + tag(bytes[open...close])
            index = close + 1
            // The prefix of a namespace differs between documents.
            let name = bytes[(open + 1)..<close].prefix { !" \t\r\n/".utf8.contains($0) }
            let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? name
            guard names.members.contains(local), bytes[close - 1] != UInt8(ascii: "/") else { continue }
            let (start, value, end) = marks.content(from: index)
            guard bytes[end...].starts(with: "</".utf8) else { continue }
            output += bytes[index..<start]
            output += names.placeholder(for: value).utf8 + bytes[value.endIndex..<end]
            index = end
        }
        return output + bytes[index...]
    }

    /// Returns a tag without the values that another attribute names as secret: `<input name="csrf_token" value="…">`.
    ///
    /// Attributes with secret names are redacted with the rest of the text.
    private func tag(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "=")) else { return Array(bytes) }
        let attributes = Self.attributes(bytes)
        let isNamed = attributes.contains { name, value in
            Self.naming.contains(name) && names.members.contains(bytes[value])
        }
        guard isNamed else { return Array(bytes) }
        var output: [UInt8] = []
        var index = bytes.startIndex
        for (name, range) in attributes {
            let value = bytes[range]
            guard Self.holding.contains(name), HighEntropyValue.isLikelyNamedSecret(value) else { continue }
            output += bytes[index..<range.lowerBound] + Array(names.placeholder(for: value).utf8)
            index = range.upperBound
        }
        return output + bytes[index...]
    }

    private static let naming: Set<String> = ["name", "id", "property"]
    private static let holding: Set<String> = ["value", "content"]

    /// Returns the names of a tag's quoted attributes, with the ranges of their values.
    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [(String, Range<Int>)] {
        var found: [(String, Range<Int>)] = []
        var index = bytes.startIndex
        while let equals = bytes[index...].firstIndex(of: UInt8(ascii: "=")) {
            index = equals + 1
            let name = bytes[..<equals].reversed().prefix { $0 > 0x20 && !"\"'<:=".utf8.contains($0) }
            guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'"),
                let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
            else { continue }
            found.append((String(decoding: name.reversed(), as: UTF8.self).lowercased(), (index + 1)..<end))
            index = end + 1
        }
        return found
    }
}

/// The texts of elements, which may be CDATA sections (XML 1.0 §2.7).
private struct MarkedText {
    let bytes: [UInt8]
    /// Whether the rest of the document has no end of a CDATA section, so that it is not searched again.
    private var isOpen = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the start of an element's text after `<![CDATA[`, the text, and the expected start of the end tag.
    mutating func content(from index: Int) -> (Int, ArraySlice<UInt8>, Int) {
        let mark = Array("<![CDATA[".utf8)
        if !isOpen, bytes[index...].starts(with: mark) {
            let start = index + mark.count
            if let end = bytes.start(of: Array("]]>".utf8), from: start) { return (start, bytes[start..<end], end + 3) }
            isOpen = true
        }
        let value = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
        return (index, value, value.endIndex)
    }
}
