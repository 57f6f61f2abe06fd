import Rehearsal

extension RecordingRedaction {
    /// A body after content decoding, of the type that its header says.
    func body(_ bytes: [UInt8], type: MediaType) -> [UInt8] {
        if bytes.isEmpty { return bytes }
        if type.isJSON || Self.looksLikeJSON(bytes), let shown = json(bytes, depth: 0) { return shown }
        if type.name == "application/x-www-form-urlencoded" { return parameters(names.body(bytes)) }
        if type.name.hasPrefix("multipart/"), let shown = parts(bytes, type) { return shown }
        guard bytes.text != nil else { return replacingKnown(bytes) }
        let named = type.isXML || bytes.first == UInt8(ascii: "<") ? elements(bytes) : names.body(bytes)
        return scrubbed(named, in: .text)
    }

    /// What is no text keeps its form; only what is certain is taken out.
    private func replacingKnown(_ bytes: [UInt8]) -> [UInt8] {
        book.known(in: bytes).isEmpty ? bytes : scrubbed(bytes, in: .text)
    }

    private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// A document with other values where there are secrets, in the same spacing; nil for what is none.
    private func json(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
        guard (try? JSONDocument(parsing: bytes)) != nil else { return nil }
        var isChanged = false
        let replace = { (leaf: JSONRewriting.Leaf) -> JSON? in
            let other = self.value(leaf, depth: depth)
            isChanged = isChanged || other != nil
            return other
        }
        let spacing = JSONSpacing(of: bytes) ?? .readable
        let shown = JSONRewriting.bytes(bytes, spacing: spacing, replace: replace)
        return isChanged ? shown : bytes
    }

    private func value(_ leaf: JSONRewriting.Leaf, depth: Int) -> JSON? {
        let text = leaf.text
        if leaf.kind == .name {
            let shown = self.text(text)
            return shown == text ? nil : .string(shown)
        }
        switch ruling(on: leaf.way) {
        case .kept: return nil
        case .taken:
            let placeholder = names.placeholder(for: Array(text.utf8))
            return text.isEmpty || placeholder == text ? nil : .string(placeholder)
        case .lookedAt: break
        }
        // Some services put a document into a string of another.
        if leaf.kind == .string, depth < 4, Self.looksLikeJSON(Array(text.utf8)),
            let inner = json(Array(text.utf8), depth: depth + 1)
        {
            let shown = String(decoding: inner, as: UTF8.self)
            return shown == text ? nil : .string(shown)
        }
        if leaf.kind == .string, let hidden = HiddenText.base64(text), holdsSecret(hidden, depth: depth) {
            return .string(names.placeholder(for: Array(text.utf8)))
        }
        let isURL = (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.utf8.contains(0x20)
        let shown = isURL ? url(text) : self.text(text)
        return shown == text ? nil : .string(shown)
    }

    /// Whether something would be taken out of what Base64 hides; it cannot be put back without a client seeing it.
    private func holdsSecret(_ hidden: [UInt8], depth: Int) -> Bool {
        if depth < 4, Self.looksLikeJSON(hidden), let shown = json(hidden, depth: depth + 1) { return shown != hidden }
        return scrubbed(hidden, in: .text) != hidden
    }

    /// The text of elements whose name says that it is secret: `<SecretAccessKey>…</SecretAccessKey>`.
    private func elements(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
            output += bytes[index...close]
            index = close + 1
            let name = bytes[(open + 1)..<close].prefix { !" \t\r\n/:".utf8.contains($0) }
            guard names.members.contains(name), bytes[close - 1] != UInt8(ascii: "/") else { continue }
            let value = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
            guard bytes[value.endIndex...].starts(with: "</".utf8) else { continue }
            output += names.placeholder(for: value).utf8
            index = value.endIndex
        }
        return output + bytes[index...]
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
        guard let end = bytes.start(of: Array("\r\n\r\n".utf8), from: 0) else { return bytes }
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

    /// `name="password"` of a part's head.
    private static func name(ofPart head: String) -> String? {
        let bytes = Array(head.utf8)
        guard let start = bytes.start(of: Array(" name=\"".utf8), from: 0) else { return nil }
        return String(decoding: bytes[(start + 7)...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
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
