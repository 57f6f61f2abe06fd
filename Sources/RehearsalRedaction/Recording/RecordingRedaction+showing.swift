package import Rehearsal
package import RehearsalHTTP

/// What is shown of an exchange with a backend of ours: in a journal, in a log, in a report, in a HAR.
extension RecordingRedaction: ThoroughRedaction {
    package func requestTarget(_ raw: String) -> String { url(names.requestTarget(raw)) }

    /// Where a line is folded, the next one may be another field in truth.
    package func field(name: String, value: String) -> String {
        let shown = names.header(name: name, value: value)
        let isFolded = value.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        // What no standard describes may hold anything: `X-Original-URL: /a?token=…`.
        let isOpen = isFolded || name.lowercased().hasPrefix("x-") && !names.headers.contains(name)
        return header(name, isOpen ? names.text(shown) : shown)
    }

    package func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8] {
        let content = ContentCoding(bytes, headers: headers)
        // Anybody who knows the coding could read the secrets that are in it.
        guard content.remaining == nil else { return [] }
        let shown = shownBody(content.bytes, MediaType(headers["Content-Type"] ?? ""))
        if shown == content.bytes { return bytes }
        return content.removed == nil ? shown : []
    }

    /// A body without its content coding.
    package func shownBody(_ bytes: [UInt8], _ type: MediaType) -> [UInt8] {
        // What names a secret is looked for in text without a form of its own, and where a reply is no HTTP.
        let isPlain = ["", "text/plain", "text/event-stream"].contains(type.name)
        guard isPlain, let text = bytes.text, ![0x7B, 0x5B].contains(bytes.first) else {
            return body(bytes.text == nil ? names.body(bytes) : bytes, type: type)
        }
        return body(Array(names.text(text).utf8), type: type)
    }

    package func remark(_ raw: String) -> String { text(names.text(raw)) }

    package func remarks(_ raw: [String], about entry: Journal.Entry) -> [String] {
        if raw.isEmpty { return raw }
        let met = secrets(of: entry)
        return raw.map { raw in
            let bytes = Array(raw.utf8)
            let places = met.flatMap { bytes.ranges(of: $0) }
            return remark(String(decoding: replacing(besidePlaceholders(places, in: bytes), in: bytes), as: UTF8.self))
        }
    }

    /// What is taken out of an exchange, in each of the spellings in which it may be told; too short a value is said by
    /// many a text that does not mean it.
    package func secrets(of entry: Journal.Entry) -> [[UInt8]] {
        let redaction = Redaction(self)
        let all = book.meeting {
            _ = entry.shownTarget(redaction)
            _ = entry.shownFields(redaction)
            _ = body(entry.body.kept, entry.headers)
        }
        let met = all.filter { $0.count >= Self.shortest && !Placeholder.isOne($0) }
        return met.flatMap { secret in
            let text = String(decoding: secret, as: UTF8.self)
            return [secret, Array(JSON.string(text).bytes().dropFirst().dropLast())]
        }
    }

    private static let shortest = 4

    package func settled<Value>(_ make: () -> Value) -> Value {
        let value = make()
        return book.takeFresh().isEmpty ? value : make()
    }

    package func placeholder(for secret: [UInt8], in place: Placeholder.Place) -> String {
        book.placeholder(for: secret, in: place)
    }

    package func note(certain secret: [UInt8]) { book.note(certain: secret) }
}

extension [UInt8] {
    /// Where some bytes stand, none within another.
    package func ranges(of part: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        while let start = start(of: part, from: found.last?.upperBound ?? 0) {
            found.append(start..<(start + part.count))
        }
        return found
    }
}
