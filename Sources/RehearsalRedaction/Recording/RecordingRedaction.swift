package import Rehearsal
package import RehearsalHTTP
import RehearsalPlatform

/// The redaction of exchanges before they are written. It detects secrets by the name of their place, by their shape,
/// and by recurrence of a known secret.
package final class RecordingRedaction: Sendable {
    package let registry: SecretRegistry
    package let rules: RedactionRuleSet
    /// The secrets that the current reply may repeat.
    private let repeatedSecrets = Locked<[RepeatedSecrets]>([])

    package var names: Redaction { rules.names }

    package init(taking: [RedactionRule] = [], keeping: [RedactionRule] = [], book: SecretRegistry = SecretRegistry()) {
        self.registry = book
        rules = RedactionRuleSet(taking: taking, keeping: keeping, naming: book)
    }

    /// Runs a closure that redacts a reply, which may repeat these secrets.
    package func withRepeatedSecrets<Value>(_ secrets: [RepeatedSecrets], _ show: () -> Value) -> Value {
        repeatedSecrets.withLock { $0 = secrets.filter { !$0.isEmpty } }
        defer { repeatedSecrets.withLock { $0 = [] } }
        return show()
    }

    /// Returns the ranges of secrets that the current reply repeats.
    private func repeated(in bytes: [UInt8]) -> [Range<Int>] {
        repeatedSecrets.withLock { $0 }.flatMap { $0.ranges(in: bytes) }
    }

    /// Returns the redacted value of a header field.
    package func header(_ name: String, _ value: String) -> String {
        let isCookie = ["cookie", "set-cookie"].contains(name.lowercased())
        if rules.keptHeaders.contains(name), !isCookie { return value }
        // Rules that name a cookie apply also where the rules keep the cookie header.
        let shown = names.header(name: name, value: value)
        switch name.lowercased() {
        case _ where isCookie:
            let keepsSome = rules.keptHeaders.contains(name) || !names.nonSecretCookies.isEmpty
            return keepsSome ? shown : text(shown, in: .cookie)
        case "location", "content-location", "referer", "origin", "link", "refresh": return url(shown)
        default:
            return document(shown) ?? DocumentRedaction(redaction: self).base64Placeholder(shown, in: .text)
                ?? text(shown)
        }
    }

    /// Returns a redacted header value that is a JSON document, on one line; nil if it is not one.
    private func document(_ value: String) -> String? {
        let bytes = Array(value.utf8)
        guard Self.looksLikeJSON(bytes), let shown = DocumentRedaction(redaction: self).document(bytes) else {
            return nil
        }
        return String(decoding: shown.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    /// Returns the redacted name of a header field, which may contain a secret.
    package func headerName(_ name: String) -> String { text(name, in: .url) }

    package func text(_ text: String, in context: Placeholder.PlaceholderContext = .text) -> String {
        let bytes = Array(text.utf8)
        let shown = redacted(bytes, in: context)
        return shown == bytes ? text : String(decoding: shown, as: UTF8.self)
    }

    /// Returns a text with placeholders for known secrets and for parts that look like secrets.
    package func redacted(_ bytes: [UInt8], in context: Placeholder.PlaceholderContext) -> [UInt8] {
        let isShort = bytes.count < 6 && rules.patterns.isEmpty
        if isShort, repeated(in: bytes).isEmpty { return bytes }
        // In `ann@corp.io.TOKEN`, the address is only recognized once the token is a placeholder.
        return Self.repeatedUntilStable(bytes) { text in
            redacted(text, besides: excludingPlaceholders(known(in: text) + matches(in: text), in: text), in: context)
        }
    }

    /// Returns the value after repeating a step until it changes nothing: a replacement may expose another secret.
    ///
    /// The limit guards against a faulty step only, because steps leave placeholders unchanged.
    static func repeatedUntilStable<Value: Equatable>(_ value: Value, _ step: (Value) -> Value) -> Value {
        var value = value
        for _ in 0..<16 {
            let next = step(value)
            if next == value { break }
            value = next
        }
        return value
    }

    /// Returns the ranges that the patterns of the rules match.
    private func matches(in bytes: [UInt8]) -> [Range<Int>] { rules.patterns.flatMap { $0.ranges(in: bytes) } }

    /// Returns the ranges that overlap no placeholder.
    func excludingPlaceholders(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [Range<Int>] {
        if ranges.isEmpty { return [] }
        let placeholders = Placeholder.ranges(in: bytes)
        return ranges.filter { range in !placeholders.contains { $0.overlaps(range) } }
    }

    /// Returns a text with placeholders for some ranges, and for secrets by shape or by a preceding name.
    private func redacted(_ bytes: [UInt8], besides ranges: [Range<Int>], in context: Placeholder.PlaceholderContext)
        -> [UInt8]
    {
        let named = namedSecrets.all(in: bytes)
        let linked = linkedSecrets(in: bytes)
        let inURLs = Set(named.filter(\.isInURL).map(\.range.lowerBound) + linked.map(\.lowerBound))
        // A password with the host after it looks like an e-mail address.
        let shapes = EncodedText.shapes(in: bytes).filter { shape in
            shape.kind != .email || !linked.contains { $0.overlaps(shape.range) }
        }
        let all = shapes.map(\.range) + named.map(\.range) + linked + ranges
        return replacing(all, in: bytes) { inURLs.contains($0) ? .url : context }
    }

    /// Returns the ranges of secrets in the authority and path of URLs, with percent-encoding read or not.
    private func linkedSecrets(in bytes: [UInt8]) -> [Range<Int>] {
        let plain = URLSecrets.all(in: bytes)
        let unescaped = EncodedText.Unescaped(bytes)
        let escaped = unescaped.map { text in URLSecrets.all(in: text.bytes).map { text.origin(of: $0) } } ?? []
        return excludingPlaceholders(
            plain + escaped.filter { range in !plain.contains { $0.overlaps(range) } },
            in: bytes
        )
    }

    /// Returns a number without parts that look like secrets; equal digits in a known secret do not count.
    package func redacted(number bytes: [UInt8]) -> [UInt8] {
        let isRepeated = repeatedSecrets.withLock { $0.contains { $0.contains(bytes) } }
        let ranges = isRepeated ? [bytes.indices] : DetectedSecret.detect(in: bytes).map(\.range) + matches(in: bytes)
        return replacing(ranges, in: bytes)
    }

    /// Returns binary data with placeholders for unmistakable secrets only, so that its format stays intact.
    package func redacted(binary bytes: [UInt8]) -> [UInt8] {
        let shapes = DetectedSecret.detect(in: bytes).filter { Self.unmistakableKinds.contains($0.kind) }
        return replacing(shapes.map(\.range) + registry.occurrences(in: bytes), in: bytes)
    }

    /// The shapes that do not occur by chance in binary data, such as pictures.
    package static let unmistakableKinds: Set<DetectedSecret.Kind> = [.jwt, .issued, .privateKey]

    private func known(in bytes: [UInt8]) -> [Range<Int>] {
        let plain = registry.occurrences(in: bytes) + repeated(in: bytes)
        guard let unescaped = EncodedText.Unescaped(bytes) else { return plain }
        let escaped = registry.occurrences(in: unescaped.bytes) + repeated(in: unescaped.bytes)
        return plain + escaped.map { unescaped.origin(of: $0) }
    }

    private var namedSecrets: NamedSecrets {
        NamedSecrets { [self] name, isParameter in
            if rules.keepsQuery(Array(name)) { return nil }
            if names.members.contains(name) { return .certain }
            return isParameter && names.query.contains(name) || names.ambiguousMembers.contains(name)
                ? .ifTokenLike : nil
        }
    }

    package func replacing(
        _ ranges: [Range<Int>],
        in bytes: [UInt8],
        place: (Int) -> Placeholder.PlaceholderContext = { _ in .text }
    ) -> [UInt8] {
        var ranges = ranges
        if !rules.keptPatterns.isEmpty {
            ranges.removeAll { range in rules.keptPatterns.contains { $0.hasMatch(in: Array(bytes[range])) } }
        }
        if ranges.isEmpty { return bytes }
        var output: [UInt8] = []
        var index = 0
        for range in Self.merged(ranges) {
            output += bytes[index..<range.lowerBound]
            // The escaped and the plain form of a secret share a placeholder.
            let secret = PercentEncoding.decoded(Array(bytes[range]))
            output += names.placeholder(for: secret, in: place(range.lowerBound)).utf8
            index = range.upperBound
        }
        return output + bytes[index...]
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }) {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Returns a redacted body of a media type, after content decoding; empty if it contains a secret that cannot be
    /// replaced.
    package func body(_ bytes: [UInt8], type: MediaType) -> [UInt8] {
        Self.repeatedUntilStable(bytes) { BodyRedaction(redaction: self, type: type).body($0) }
    }

    /// Returns whether bytes are read as text; a character in another encoding does not make them binary.
    package static func isText(_ bytes: [UInt8], _ type: MediaType) -> Bool {
        if bytes.text != nil { return true }
        if type.isBinary { return false }
        if type.isText || looksLikeJSON(bytes) { return !bytes.contains(0) }
        return bytes.allSatisfy { $0 >= 0x20 || 0x09...0x0D ~= $0 || $0 == 0x1B }
    }

    /// Returns bytes as text in UTF-8 or an ASCII superset; nil if they are not text.
    package static func readable(_ bytes: [UInt8], _ type: MediaType = MediaType("")) -> [UInt8]? {
        if !type.isBinary, let wide = WideText(bytes, charset: type.charset) { return wide.utf8 }
        return isText(bytes, type) ? bytes : nil
    }

    static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Returns a redacted URL or request target: by the names in its query, then by each segment and value.
    package func url(_ raw: String) -> String { Self.repeatedUntilStable(raw) { urlOnce($0) } }

    private func urlOnce(_ raw: String) -> String {
        let shown = Array(names.target(raw).utf8)
        let start = Self.endOfAuthority(shown)
        let end = shown[start...].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? shown.endIndex
        let path = announced(in: Array(shown[start..<end]))
        var output = Array(shown[..<start])
        for (index, segment) in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).enumerated()
        {
            if index > 0 { output.append(UInt8(ascii: "/")) }
            output += part(Array(segment), plusIsSpace: false)
        }
        guard end < shown.endIndex else { return String(decoding: output, as: UTF8.self) }
        output.append(shown[end])
        return String(decoding: output + parameters(Array(shown[(end + 1)...])), as: UTF8.self)
    }

    /// Returns a path without the segments that a preceding segment marks as secret.
    private func announced(in path: [UInt8]) -> [UInt8] {
        let path = undivided(path)
        return replacing(excludingPlaceholders(URLSecrets.tokens(in: path), in: path), in: path) { _ in .url }
    }

    /// Returns a part of a URL without secrets that are only recognizable before splitting or decoding.
    private func undivided(_ raw: [UInt8]) -> [UInt8] {
        guard raw.count >= 40 else { return raw }
        let shapes = DetectedSecret.detect(in: raw).map(\.range).filter {
            raw[$0].contains { "/%=+".utf8.contains($0) }
        }
        return replacing(shapes, in: raw) { _ in .url }
    }

    /// Returns the redacted pairs of a query or a form, each value separately.
    package func parameters(_ bytes: [UInt8]) -> [UInt8] {
        let pairs = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return Array(
            pairs.map { raw -> [UInt8] in
                let name = raw.prefix { $0 != UInt8(ascii: "=") }
                if rules.keepsQuery(PercentEncoding.decoded(Array(name), plusIsSpace: true)) { return Array(raw) }
                let pair = undivided(Array(raw))
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return part(pair, plusIsSpace: true) }
                return part(Array(pair[..<equals]), plusIsSpace: true) + [UInt8(ascii: "=")]
                    + part(Array(pair[(equals + 1)...]), plusIsSpace: true)
            }.joined(separator: [UInt8(ascii: "&")])
        )
    }

    /// Returns a segment or a value, unchanged if it contains no secret.
    private func part(_ raw: [UInt8], plusIsSpace: Bool) -> [UInt8] {
        let decoded = PercentEncoding.decoded(raw, plusIsSpace: plusIsSpace)
        if let hidden = DocumentRedaction(redaction: self).base64Placeholder(
            String(decoding: decoded, as: UTF8.self),
            in: .url
        ) {
            return Array(hidden.utf8)
        }
        let shown = redacted(decoded, in: .url)
        if shown != decoded { return shown.flatMap(Self.escaped) }
        if raw == decoded { return raw }
        // `a@corp.io%39` contains an address only for a reader that does not decode it.
        let shapes = DetectedSecret.detect(in: raw).map(\.range)
        return replacing(shapes, in: raw) { _ in .url }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        if byte.isUnreserved { return [byte] }
        let digits = String(byte, radix: 16, uppercase: true)
        return Array((byte < 0x10 ? "%0" : "%").utf8) + Array(digits.utf8)
    }

    /// Returns the end of the scheme and authority of a URL; 0 for a target without them.
    private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
        guard let colon = bytes.firstIndex(where: { ":/?#".utf8.contains($0) }),
            bytes[colon...].starts(with: "://".utf8)
        else { return 0 }
        let rest = bytes[(colon + 3)...]
        return rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    }
}

/// Redaction of exchanges with Rehearsal's own server, for journals, logs, reports and HAR files.
extension RecordingRedaction: FullRedaction {
    package func requestTarget(_ raw: String) -> String { url(names.requestTarget(raw)) }

    /// Returns a redacted field value; a folded value is treated as text, because its next line may be another field.
    package func field(name: String, value: String) -> String {
        let shown = names.header(name: name, value: value)
        let isFolded = value.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        // The value of a non-standard field may have any form: `X-Original-URL: /a?token=…`.
        let isOpen = isFolded || name.lowercased().hasPrefix("x-") && !names.headers.contains(name)
        return header(name, isOpen ? names.text(shown) : shown)
    }

    package func body(_ bytes: [UInt8], _ headers: Scenario.Headers) -> [UInt8] {
        let content = ContentCoding(bytes, headers: headers)
        // A reader that knows the coding could decode the secrets in the body.
        guard content.remaining == nil else { return [] }
        let shown = redactedBody(content.bytes, MediaType(headers["Content-Type"] ?? ""))
        if shown == content.bytes { return bytes }
        return content.removed == nil ? shown : []
    }

    /// Returns a redacted body without its content coding.
    package func redactedBody(_ bytes: [UInt8], _ type: MediaType) -> [UInt8] {
        // Names of secrets are searched for in text without its own structure, and in replies that are not HTTP.
        let isPlain = ["", "text/plain", "text/event-stream"].contains(type.name)
        guard isPlain, let text = bytes.text, ![0x7B, 0x5B].contains(bytes.first) else {
            return body(bytes.text == nil ? names.body(bytes) : bytes, type: type)
        }
        return body(Array(names.text(text).utf8), type: type)
    }

    package func note(_ raw: String) -> String { text(names.text(raw)) }

    package func notes(_ raw: [String], about entry: Journal.Entry) -> [String] {
        if raw.isEmpty { return raw }
        let met = secrets(of: entry)
        return raw.map { raw in
            let bytes = Array(raw.utf8)
            let places = met.flatMap { bytes.ranges(of: $0) }
            return note(String(decoding: replacing(excludingPlaceholders(places, in: bytes), in: bytes), as: UTF8.self))
        }
    }

    /// Returns the secrets in some parts of a request, each plain and in its JSON escape.
    ///
    /// Values shorter than four bytes are left out, because unrelated texts contain them.
    package func secrets(of entry: Journal.Entry, in parts: Journal.RequestEcho.Parts = .all) -> [[UInt8]] {
        if parts.isEmpty { return [] }
        let redaction = Redaction(self)
        let all = registry.collectingRedacted {
            if parts.contains(.target) { _ = entry.redactedTarget(redaction) }
            if parts.contains(.headers) { _ = entry.redactedFields(redaction) }
            if parts.contains(.body) { _ = body(entry.body.kept, entry.headers) }
        }
        let met = all.filter { $0.count >= RepeatedSecrets.shortest && !Placeholder.isPlaceholder($0) }
        return met.flatMap { secret in
            let text = String(decoding: secret, as: UTF8.self)
            return [secret, Array(JSON.string(text).bytes().dropFirst().dropLast())]
        }
    }

    package func consistently<Value>(_ make: () -> Value) -> Value {
        let value = make()
        return registry.takeNewSecrets().isEmpty ? value : make()
    }

    package func placeholder(for secret: [UInt8], in context: Placeholder.PlaceholderContext) -> String {
        registry.placeholder(for: secret, in: context)
    }

    package func recordSecret(named secret: [UInt8]) { registry.recordSecret(named: secret) }
}

extension [UInt8] {
    /// Returns the ranges of all occurrences of some bytes, without overlaps.
    package func ranges(of part: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        while let start = start(of: part, from: found.last?.upperBound ?? 0) {
            found.append(start..<(start + part.count))
        }
        return found
    }
}
