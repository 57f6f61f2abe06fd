import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalPlatform
import RehearsalRedaction

/// What is to be said of a recording that can be read: secrets that it holds, and its age.
struct RecordingProof {
    private(set) var findings: [Diagnostic] = []
    private let source: SourceText
    /// What would be taken out if it were recorded here.
    private let redaction = RecordingRedaction()
    /// The bodies that have files of their own, by the paths that the recording has for them.
    private var bodies: [String: [UInt8]] = [:]
    private var told: Set<String> = []

    init(_ source: SourceText, _ limit: AgeLimit, files: [String] = []) {
        self.source = source
        findings = ExposedSecrets(in: source, isRecording: true).findings
        let document = try? JSONDocument(parsing: source.bytes, options: [.relaxed, .allowsByteOrderMark])
        let entries = document?.root["log"]?["entries"]
        let types = entries.map(Self.typesOfFiles) ?? [:]
        for file in files {
            guard let bytes = try? FileSystem.read(file, limit: Recording.sizeLimit) else { continue }
            let name = "\(FileName.last(of: FileName.folder(of: file)))/\(FileName.last(of: file))"
            let unpacked = PackedBytes.unpacked(bytes)
            let plain = unpacked ?? bytes
            let type = unpacked == nil ? types[name] : nil
            let readable = RecordingRedaction.readable(plain, type ?? MediaType(""))
            let text = SourceText(path: shown(file), bytes: readable ?? plain)
            findings += ExposedSecrets(in: text, isRecording: true, isBinary: readable == nil).findings
            bodies[name] = bytes
        }
        guard let entries else { return }
        for entry in entries.elements {
            look(at: entry["request"], "a request")
            look(at: entry["response"], "a reply")
        }
        tellAge(entries, limit)
    }

    /// The types of the files that hold bodies; of two types for one file, the one that is read as text.
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

    /// A file beside the recording, named as the recording was.
    private func shown(_ file: String) -> String {
        let folder = FileName.last(of: FileName.folder(of: file))
        return FileName.join(FileName.folder(of: source.path), FileName.join(folder, FileName.last(of: file)))
    }

    private mutating func look(at message: JSONDocument.Node?, _ whose: String) {
        guard let message else { return }
        if let url = message["url"], let text = url.string, let secret = secret(in: text, redaction.url(text)) {
            tell("the URL of \(whose)", secret, at: url.range)
        }
        for field in message["headers"].map({ Array($0.elements) }) ?? [] {
            guard let name = field["name"]?.string, let value = field["value"], let text = value.string else {
                continue
            }
            guard let secret = secret(in: text, redaction.header(name, text)) else { continue }
            tell("header \(name.quoted) of \(whose)", secret, at: value.range)
        }
        for content in [message["postData"], message["content"]] { if let content { look(atBody: content, whose) } }
    }

    private mutating func look(atBody content: JSONDocument.Node, _ whose: String) {
        if let node = content["text"], let text = node.string, !text.isEmpty {
            let isHidden = content["encoding"]?.string == "base64"
            guard let bytes = isHidden ? Base64.decoded(text) : Array(text.utf8) else { return }
            look(atBody: bytes, of: content, node.range, whose)
        } else if let node = content["_file"], let file = node.string, let bytes = bodies[file] {
            look(atBody: bytes, of: content, node.range, whose)
        }
    }

    private mutating func look(
        atBody bytes: [UInt8],
        of content: JSONDocument.Node,
        _ range: Range<Int>,
        _ whose: String
    ) {
        let decoded = ContentCoding(bytes, headers: Self.codings(of: content))
        if let coding = decoded.remaining { return tellUnseen(coding, at: range, whose) }
        let unpacked = PackedBytes.unpacked(decoded.bytes)
        let type = MediaType(unpacked == nil ? content["mimeType"]?.string ?? "" : "")
        look(atBody: unpacked ?? decoded.bytes, type, range, whose)
    }

    /// The header that says what is still on a body.
    private static func codings(of content: JSONDocument.Node) -> Scenario.Headers {
        content["_encoded"]?.string.map { ["Content-Encoding": $0] } ?? [:]
    }

    private mutating func look(atBody bytes: [UInt8], _ type: MediaType, _ range: Range<Int>, _ whose: String) {
        let shown = redaction.body(bytes, type: type)
        guard shown != bytes else { return }
        let text = Self.text(bytes, type)
        guard let secret = secret(in: text, Self.text(shown, type)) else { return }
        tell("\(names(in: text)) in the body of \(whose)", secret, at: range)
    }

    private static func text(_ bytes: [UInt8], _ type: MediaType) -> String {
        String(decoding: RecordingRedaction.readable(bytes, type) ?? bytes, as: UTF8.self)
    }

    private mutating func tell(_ place: String, _ secret: Secret, at range: Range<Int>) {
        // One of a kind is enough to know what is to be done with the file.
        let severity: Diagnostic.Severity = secret.isDrawn ? .error : .warning
        guard told.insert("\(severity) \(place)").inserted else { return }
        let message = "\(place) holds what looks like a secret of \(secret.length) characters"
        let hint = #"replace it by "[redacted]" here, and revoke it if it was ever shared"#
        var finding = source.diagnostic(severity, .secret, at: range, message, hint: hint)
        // The line is the secret.
        finding.excerpt = nil
        findings.append(finding)
    }

    private mutating func tellUnseen(_ coding: String, at range: Range<Int>, _ whose: String) {
        guard told.insert("\(coding) \(whose)").inserted else { return }
        let message = "what is in the body of \(whose) cannot be looked at: it is still encoded (\(coding.quoted))"
        let hint = "record it where the backend sends gzip, or no coding, as it is asked to: secrets are taken out then"
        findings.append(source.diagnostic(.warning, .unseenBody, at: range, message, hint: hint))
    }

    /// The most telling part of a text that redaction takes out; nil if all of them are too short to be one.
    private func secret(in text: String, _ redacted: String) -> Secret? {
        // What can be told by its form is told by it.
        guard text != redacted, SecretShape.all(in: Array(text.utf8)).allSatisfy({ $0.kind == .email }) else {
            return nil
        }
        let kept = Set(Self.words(of: redacted))
        return Self.words(of: text).filter { $0.count >= Self.shortest && !kept.contains($0) }
            .map { Secret(length: $0.count, isDrawn: Self.isDrawn($0)) }
            .max { ($0.isDrawn ? 1 : 0, $0.length) < ($1.isDrawn ? 1 : 0, $1.length) }
    }

    /// Whether it looks drawn, and like nothing that people write: a path, a name in parts, the address of a contract.
    private static func isDrawn(_ word: Substring) -> Bool {
        let bytes = word.utf8
        return bytes.count >= 20 && !bytes.starts(with: "0x".utf8) && DrawnValue.isTelling(bytes)
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
    }

    /// What is told of a secret, which is never shown.
    private struct Secret {
        var length: Int
        /// Whether it looks drawn, and not like what somebody has made up for an example.
        var isDrawn: Bool
    }

    /// What is shorter is made up, or guessed in a moment.
    private static let shortest = 12

    private static func words(of text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber || "._~+/-".contains($0)) }
    }

    /// The members of a body that name a secret, or what else it may be.
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

    private mutating func tellAge(_ entries: JSONDocument.Node, _ limit: AgeLimit) {
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
        let hint = "record it again, and see what has changed"
        findings.append(Diagnostic(.warning, .oldFile, path: source.path, message: message, hint: hint))
    }
}
