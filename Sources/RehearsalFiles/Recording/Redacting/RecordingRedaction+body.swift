import Rehearsal

extension RecordingRedaction {
    /// A body after content decoding, of the type that its header says; nothing where it hides a secret that cannot be
    /// taken out of it.
    func body(_ bytes: [UInt8], type: MediaType) -> [UInt8] {
        Self.settled(bytes) { bodyOnce($0, type: type) }
    }

    private func bodyOnce(_ bytes: [UInt8], type: MediaType) -> [UInt8] {
        if bytes.isEmpty { return bytes }
        if hidesSecret(bytes) { return [] }
        if !type.isBinary, let wide = WideText(bytes, charset: type.charset) {
            var narrow = type
            narrow.charset = nil
            let shown = body(wide.utf8, type: narrow)
            return shown == wide.utf8 ? bytes : wide.bytes(of: shown)
        }
        if type.isJSON || Self.looksLikeJSON(bytes), let shown = json(bytes, depth: 0) { return shown }
        if type.name == "application/x-www-form-urlencoded" { return parameters(names.form(bytes)) }
        if type.name.hasPrefix("multipart/"), let shown = parts(bytes, type) { return shown }
        guard Self.isText(bytes, type) else { return scrubbed(binary: bytes) }
        let isDocument = type.isXML || bytes.first == UInt8(ascii: "<")
        let named = isDocument ? elements(bytes) : columns(names.body(bytes), type)
        return scrubbed(named, in: .text)
    }

    /// Whether something would be taken out of what is packed in some bytes; nobody here can pack it again.
    private func hidesSecret(_ bytes: [UInt8]) -> Bool {
        guard let unpacked = PackedBytes.unpacked(bytes) else { return false }
        let isText = Self.readable(unpacked) != nil
        return (isText ? body(unpacked, type: MediaType("")) : scrubbed(binary: unpacked)) != unpacked
    }

    /// Whether it is to be read as text: one letter in another character set does not hide the rest.
    static func isText(_ bytes: [UInt8], _ type: MediaType) -> Bool {
        if bytes.text != nil { return true }
        if type.isBinary { return false }
        if type.isText || looksLikeJSON(bytes) { return !bytes.contains(0) }
        return bytes.allSatisfy { $0 >= 0x20 || 0x09...0x0D ~= $0 || $0 == 0x1B }
    }

    /// Some bytes as text in UTF-8, or in what is read like it; nil for what is no text.
    static func readable(_ bytes: [UInt8], _ type: MediaType = MediaType("")) -> [UInt8]? {
        if !type.isBinary, let wide = WideText(bytes, charset: type.charset) { return wide.utf8 }
        return isText(bytes, type) ? bytes : nil
    }

    static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// A document with other values where there are secrets, in the same spacing; nil for what is none.
    func json(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
        guard let document = try? JSONDocument(parsing: bytes) else { return nil }
        let named = namedByOthers(in: document.root)
        var isChanged = false
        let replace = { (leaf: JSONRewriting.Leaf) -> JSON? in
            let other = self.value(leaf, isNamed: named.contains(leaf.token.startIndex), depth: depth)
            isChanged = isChanged || other != nil
            return other
        }
        let spacing = JSONSpacing(of: bytes) ?? .readable
        let shown = JSONRewriting.bytes(bytes, spacing: spacing, replace: replace)
        return isChanged ? shown : bytes
    }

    /// - Parameter isNamed: whether another member of its object says that it is a secret.
    private func value(_ leaf: JSONRewriting.Leaf, isNamed: Bool, depth: Int) -> JSON? {
        let text = leaf.text
        if leaf.kind == .name {
            let shown = self.text(text)
            if shown == text { return hiddenByEscapes(leaf, of: text) }
            return .string(shown)
        }
        switch ruling(on: leaf.way, isNumber: leaf.kind == .number) {
        case .kept: return nil
        case .lookedAt where !isNamed: break
        case .taken, .lookedAt:
            let placeholder = names.placeholder(for: Array(text.utf8))
            return text.isEmpty || placeholder == text ? nil : .string(placeholder)
        }
        if leaf.kind == .number {
            let shown = String(decoding: scrubbed(number: Array(text.utf8)), as: UTF8.self)
            return shown == text ? nil : .string(shown)
        }
        // Some services put a document into a string of another.
        if leaf.kind == .string, depth < 4, Self.looksLikeJSON(Array(text.utf8)),
            let inner = json(Array(text.utf8), depth: depth + 1)
        {
            let shown = String(decoding: inner, as: UTF8.self)
            return shown == text ? nil : .string(shown)
        }
        if leaf.kind == .string, isIssued(leaf) { return .string(names.placeholder(for: Array(text.utf8))) }
        if leaf.kind == .string, let shown = hidden(text, in: .text, depth: depth) { return .string(shown) }
        let isURL =
            ["https://", "http://", "/", "?"].contains(where: text.hasPrefix)
            && !text.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: "<") }
        let shown = isURL ? url(text) : self.text(text)
        return shown == text ? hiddenByEscapes(leaf, of: text) : .string(shown)
    }

    /// A placeholder for a string whose text as it is written, with its escapes, looks like a secret; nil for others.
    ///
    /// A card number before `\u0041` is one to a reader of the file, although the letter ends no number.
    private func hiddenByEscapes(_ leaf: JSONRewriting.Leaf, of text: String) -> JSON? {
        guard leaf.kind != .number, leaf.token.contains(UInt8(ascii: "\\")) else { return nil }
        let written = Array(leaf.token.dropFirst().dropLast())
        let shapes = SecretShape.all(in: written).filter { shape in
            !keptPatterns.contains { $0.isFound(in: Array(written[shape.range])) }
        }
        return shapes.isEmpty ? nil : .string(names.placeholder(for: Array(text.utf8)))
    }

    /// Whether a value is what its name may say, and looks it.
    private func isIssued(_ leaf: JSONRewriting.Leaf) -> Bool {
        guard case .name(let name)? = leaf.way.last, names.openMembers.contains(name) else { return false }
        let value = leaf.text.utf8
        guard !value.contains(where: { $0 <= 0x20 }), !Placeholder.isOne(leaf.text) else { return false }
        return DrawnValue.isIssued(value) || name.lowercased() == "pass" && DrawnValue.isMeant(value)
    }

    /// What stands for a value that is Base64 of a secret; nil for any other value.
    func hidden(_ text: String, in place: Placeholder.Place, depth: Int = 0) -> String? {
        guard let hidden = HiddenText.base64(text), holdsSecret(hidden, depth: depth) else { return nil }
        return names.placeholder(for: Array(text.utf8), in: place)
    }

    /// Whether something would be taken out of what Base64 hides; it cannot be put back without a client seeing it.
    private func holdsSecret(_ hidden: [UInt8], depth: Int) -> Bool {
        if depth < 4, Self.looksLikeJSON(hidden), let shown = json(hidden, depth: depth + 1) { return shown != hidden }
        return scrubbed(hidden, in: .text) != hidden
    }

    /// The parts of a multipart body, each by its name and its type; nil for what has no boundary.
    private func parts(_ bytes: [UInt8], _ type: MediaType) -> [UInt8]? {
        guard let boundary = type.boundary else { return nil }
        let line = Array("--\(boundary)".utf8)
        var output: [UInt8] = []
        var index = 0
        while let start = bytes.start(of: line, from: index) {
            output += part(Array(bytes[index..<start]))
            output += line
            index = start + line.count
        }
        return index == 0 ? nil : output + part(Array(bytes[index...]))
    }

    private func part(_ bytes: [UInt8]) -> [UInt8] {
        // What has no head is no part, and can hold a secret as any text can.
        guard let end = bytes.start(of: Array("\r\n\r\n".utf8), from: 0) else {
            return body(bytes, type: MediaType("text/plain"))
        }
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        let hasLineEnd = bytes.count >= end + 6 && bytes.suffix(2) == [0x0D, 0x0A]
        let content = Array(bytes[(end + 4)..<max(end + 4, bytes.count - (hasLineEnd ? 2 : 0))])
        var shown = content
        if let name = Self.name(ofPart: head), names.members.union(names.query).contains(name),
            !keepsQuery(Array(name.utf8))
        {
            shown = Array(names.placeholder(for: content).utf8)
        } else {
            let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-type:") }
            shown = body(content, type: MediaType(field.map { String($0.dropFirst(13)) } ?? "text/plain"))
        }
        return Array(text(head).utf8) + Array("\r\n\r\n".utf8) + shown + (hasLineEnd ? [0x0D, 0x0A] : [])
    }

    /// `name="password"` of a part's head, or the same without quotes.
    private static func name(ofPart head: String) -> String? {
        let bytes = Array(head.lowercased().utf8)
        guard let start = bytes.start(of: Array("name=".utf8), from: 0).map({ $0 + 5 }), start < bytes.count else {
            return nil
        }
        guard let before = bytes[..<(start - 5)].last, before == 0x20 || before == 0x09 || before == 0x3B else {
            return nil
        }
        if bytes[start] != UInt8(ascii: "\"") {
            return String(decoding: bytes[start...].prefix { $0 > 0x20 && $0 != 0x3B }, as: UTF8.self)
        }
        return String(decoding: bytes[(start + 1)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Where some bytes begin, at or after a place.
    func start(of part: [UInt8], from index: Int) -> Int? {
        guard let first = part.first else { return nil }
        var index = index
        while let start = self[index...].firstIndex(of: first), start + part.count <= count {
            if self[start...].starts(with: part) { return start }
            index = start + 1
        }
        return nil
    }
}
