import Rehearsal

/// The exact bytes of a reply, with the interim replies before it.
struct RawReply {
    private let bytes: [UInt8]
    /// The statuses of the interim replies.
    private var interimStatuses: [String] = []
    /// The status of the final reply; nil if there is none.
    private var status: String?
    /// The header fields of the final reply except for its Content-Type.
    private var fields: [String] = []
    /// The bytes after the last head that can be parsed.
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        (self.bytes, rest) = (bytes, bytes[...])
        while status == nil, let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline)
            let words = (lines.first ?? "").split(separator: " ")
            guard words.count > 1, words[0].hasPrefix("HTTP/"), let number = Int(words[1]) else { return }
            rest = rest[end.upperBound...]
            if (100..<200).contains(number), number != 101 {
                interimStatuses.append("\(number)")
            } else {
                status = "\(number)"
                fields = lines.dropFirst().filter { !$0.lowercased().hasPrefix("content-type:") }.map(String.init)
            }
        }
    }

    /// Whether the reply ends before the server closes the connection.
    var isComplete: Bool {
        fields.filter { $0.hasPrefix("Content-Length:") } == ["Content-Length: \(rest.count)"]
    }

    /// Returns the status, the body and the fields, or the bytes if they are not a reply.
    func text(_ body: ExampleBody) -> String {
        let interim = interimStatuses.joined(separator: ", ")
        guard let status else {
            if !interim.isEmpty, rest.isEmpty { return "only \(interim)" }
            return "the bytes " + body.text(of: bytes[...])
        }
        let start = interim.isEmpty ? status : "\(interim) and then \(status)"
        let isDelimited = fields.contains { field in
            ["content-length:", "transfer-encoding:"].contains { field.lowercased().hasPrefix($0) }
        }
        let length = isDelimited || rest.isEmpty || status == "101" ? "" : " without a length"
        let content = rest.isEmpty ? "" : " with \(body.text(of: rest))\(length)"
        let lines = fields.map { $0.contains(":") ? $0 : "the line \($0)" }
        return ([start + content] + lines).joined(separator: ", ")
    }
}
