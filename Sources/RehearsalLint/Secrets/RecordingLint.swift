import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRedaction

/// The checks of a recording without errors: the secrets in it, and its age.
struct RecordingLint {
    private(set) var findings: [Diagnostic] = []
    private let source: SourceText
    /// The redaction that is applied to new recordings.
    private let redaction = RecordingRedaction()
    /// The contents of body files, by the paths in the recording.
    private var bodies: [String: [UInt8]] = [:]
    private var reported: Set<String> = []

    init(_ source: SourceText, _ limit: AgeLimit, files: [String] = []) {
        self.source = source
        findings = ExposedSecrets(in: source, isRecording: true).findings
        let document = try? JSONDocument(parsing: source.bytes, options: [.relaxed, .allowsByteOrderMark])
        let entries = document?.root["log"]?["entries"]
        let types = entries.map(Self.typesOfFiles) ?? [:]
        for file in files {
            guard let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) else { continue }
            let name = "\(FilePath.lastComponent(of: FilePath.folder(of: file)))/\(FilePath.lastComponent(of: file))"
            let unpacked = CompressedBytes.decompressed(bytes)
            let plain = unpacked ?? bytes
            let type = unpacked == nil ? types[name] : nil
            let readable = RecordingRedaction.readable(plain, type ?? MediaType(""))
            let text = SourceText(path: displayPath(file), bytes: readable ?? plain)
            findings += ExposedSecrets(in: text, isRecording: true, isBinary: readable == nil).findings
            bodies[name] = bytes
        }
        guard let entries else { return }
        for entry in entries.elements {
            check(entry["request"], "a request")
            check(entry["response"], "a reply")
        }
        reportAge(entries, limit)
    }

    /// Returns the media types of body files. If a file has two types, a text type takes precedence.
    private static func typesOfFiles(_ entries: JSONDocument.Node) -> [String: MediaType] {
        var types: [String: MediaType] = [:]
        for entry in entries.elements {
            for content in [entry["request"]?["postData"], entry["response"]?["content"]] {
                guard let file = content?["_file"]?.string else { continue }
                let type = MediaType(content?["mimeType"]?.string ?? "")
                if types[file]?.isBinary != false { types[file] = type }
            }
        }
        return types
    }

    /// Returns the path of a body file for messages, relative to the recording as the caller named it.
    private func displayPath(_ file: String) -> String {
        let folder = FilePath.lastComponent(of: FilePath.folder(of: file))
        return FilePath.join(FilePath.folder(of: source.path), FilePath.join(folder, FilePath.lastComponent(of: file)))
    }

    private mutating func check(_ message: JSONDocument.Node?, _ owner: String) {
        guard let message else { return }
        if let url = message["url"], let text = url.string, let secret = secret(in: text, redaction.url(text)) {
            report("the URL of \(owner)", secret, at: url.range)
        }
        for field in message["headers"].map({ Array($0.elements) }) ?? [] {
            guard let name = field["name"]?.string, let value = field["value"], let text = value.string else {
                continue
            }
            guard let secret = secret(in: text, redaction.header(name, text)) else { continue }
            report("header \(name.quoted) of \(owner)", secret, at: value.range)
        }
        for content in [message["postData"], message["content"]] { if let content { check(body: content, owner) } }
    }

    private mutating func check(body content: JSONDocument.Node, _ owner: String) {
        if let node = content["text"], let text = node.string, !text.isEmpty {
            let isBase64 = content["encoding"]?.string == "base64"
            guard let bytes = isBase64 ? Base64.decoded(text) : Array(text.utf8) else { return }
            check(body: bytes, of: content, node.range, owner)
        } else if let node = content["_file"], let file = node.string, let bytes = bodies[file] {
            check(body: bytes, of: content, node.range, owner)
        }
    }

    private mutating func check(
        body bytes: [UInt8],
        of content: JSONDocument.Node,
        _ range: Range<Int>,
        _ owner: String
    ) {
        let decoded = ContentCoding(bytes, headers: Self.codings(of: content))
        if let coding = decoded.remaining { return reportUnsupportedCoding(coding, at: range, owner) }
        let unpacked = CompressedBytes.decompressed(decoded.bytes)
        let type = MediaType(unpacked == nil ? content["mimeType"]?.string ?? "" : "")
        check(body: unpacked ?? decoded.bytes, type, range, owner)
    }

    /// Returns the header field for the content coding that a stored body still has.
    private static func codings(of content: JSONDocument.Node) -> Scenario.Headers {
        content["_encoded"]?.string.map { ["Content-Encoding": $0] } ?? [:]
    }

    private mutating func check(body bytes: [UInt8], _ type: MediaType, _ range: Range<Int>, _ owner: String) {
        let redacted = redaction.body(bytes, type: type)
        guard redacted != bytes else { return }
        let text = Self.text(bytes, type)
        guard let secret = secret(in: text, Self.text(redacted, type)) else { return }
        report("\(names(in: text)) in the body of \(owner)", secret, at: range)
    }

    private static func text(_ bytes: [UInt8], _ type: MediaType) -> String {
        String(decoding: RecordingRedaction.readable(bytes, type) ?? bytes, as: UTF8.self)
    }

    private mutating func report(_ location: String, _ secret: Secret, at range: Range<Int>) {
        // One finding of a kind is enough to decide what to do with the file.
        let severity: Diagnostic.Severity = secret.isRandom ? .error : .warning
        guard reported.insert("\(severity) \(location)").inserted else { return }
        let message = "\(location) holds what looks like a secret of \(secret.length) characters"
        let hint = #"replace it with "[redacted]" here, and revoke it if it was ever shared"#
        var finding = source.diagnostic(severity, .secret, at: range, message, hint: hint)
        // The line contains the secret.
        finding.excerpt = nil
        findings.append(finding)
    }

    private mutating func reportUnsupportedCoding(_ coding: String, at range: Range<Int>, _ owner: String) {
        guard reported.insert("\(coding) \(owner)").inserted else { return }
        let message = "the body of \(owner) cannot be checked: it is still encoded (\(coding.quoted))"
        let hint = "record it again with gzip or without a content coding, so that its secrets can be redacted"
        findings.append(source.diagnostic(.warning, .unsupportedCoding, at: range, message, hint: hint))
    }

    /// Returns the most likely secret among the words that redaction removes; nil if every word is too short.
    private func secret(in text: String, _ redacted: String) -> Secret? {
        // `ExposedSecrets` reports values that have the form of a secret.
        guard text != redacted, DetectedSecret.detect(in: Array(text.utf8)).allSatisfy({ $0.kind == .email }) else {
            return nil
        }
        let kept = Set(Self.words(of: redacted))
        return Self.words(of: text).filter { $0.count >= Self.minSecretLength && !kept.contains($0) }
            .map { Secret(length: $0.count, isRandom: Self.isRandom($0)) }
            .max { ($0.isRandom ? 1 : 0, $0.length) < ($1.isRandom ? 1 : 0, $1.length) }
    }

    /// Whether a word looks random, and not like a path, a compound name or a contract address.
    private static func isRandom(_ word: Substring) -> Bool {
        let bytes = word.utf8
        return bytes.count >= 20 && !bytes.starts(with: "0x".utf8) && HighEntropyValue.isCertainlyRandom(bytes)
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
    }

    /// The properties of a secret that a message may contain; its text must not appear.
    private struct Secret {
        var length: Int
        /// Whether the secret looks random, and not like an example.
        var isRandom: Bool
    }

    /// The minimum length of a secret; shorter values are examples or easily guessed.
    private static let minSecretLength = 12

    private static func words(of text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber || "._~+/-".contains($0)) }
    }

    /// Returns the names of the members in a body that hold a secret, for use in a sentence.
    private func names(in body: String) -> String {
        guard let json = try? JSON(parsing: body) else { return "a field" }
        let names = secretNames(in: json)
        return names.isEmpty ? "a member" : "member " + names.map(\.quoted).joined(separator: ", ")
    }

    private func secretNames(in json: JSON) -> [String] {
        switch json {
        case .object(let members):
            members.flatMap { redaction.names.members.contains($0.name) ? [$0.name] : secretNames(in: $0.value) }
        case .array(let elements): elements.flatMap(secretNames)
        default: []
        }
    }

    private mutating func reportAge(_ entries: JSONDocument.Node, _ limit: AgeLimit) {
        guard let oldest = limit.oldest else { return }
        var newest: (text: String, seconds: Int64)?
        for entry in entries.elements {
            guard let text = entry["startedDateTime"]?.string, let seconds = RecordedDate.seconds(text) else {
                continue
            }
            if seconds > newest?.seconds ?? .min { newest = (text, seconds) }
        }
        guard let newest, limit.now - newest.seconds > oldest else { return }
        let age = AgeLimit.days(limit.now - newest.seconds)
        let message = "the newest exchange of this recording is \(age) old (\(newest.text.prefix(10)))"
        let hint = "record it again, and review the changes"
        findings.append(Diagnostic(.warning, .outdatedFile, path: source.path, message: message, hint: hint))
    }
}
