import Rehearsal

extension FuzzTarget {
    /// The reading of form bodies, multipart (RFC 7578) or URL-encoded. The first line of an input is the media type.
    static let bodies = FuzzTarget("bodies") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let type = String(decoding: parts[0], as: UTF8.self)
        let body = Array(parts.count > 1 ? parts[1] : [])
        let form = FormReading(ObservedBody(body, type: type))
        try form.requireParts(of: body)
        try form.requireSameParts(without: body)
        try form.requireSameFields()
        try form.requireConditions()
    }
}

/// The fields and parts that the server reads from one body, and the checks of them.
private struct FormReading {
    let observed: ObservedBody

    init(_ observed: ObservedBody) { self.observed = observed }

    /// Checks that parts do not overlap.
    func requireParts(of body: [UInt8]) throws {
        let count = observed.parts.reduce(0) { $0 + $1.content.count }
        try Finding.require(count <= body.count, "parts of \(count) bytes in a body of \(body.count)")
        try Finding.require(
            observed.parts.isEmpty || observed.form.count == observed.parts.count { $0.fileName == nil },
            "\(observed.form.count) fields of \(observed.parts.count) parts"
        )
    }

    /// Checks that parts survive a round trip.
    func requireSameParts(without body: [UInt8]) throws {
        guard !observed.parts.isEmpty else { return }
        // Longer than any run of this letter in the body, so that no part contains it.
        let longest = body.split { $0 != UInt8(ascii: "b") }.map(\.count).max() ?? 0
        let boundary = String(repeating: "b", count: longest + 1)
        var written: [UInt8] = []
        for part in observed.parts {
            written += Array("--\(boundary)\r\n".utf8) + Self.written(part)
            written += [0x0D, 0x0A]
        }
        written += Array("--\(boundary)--\r\n".utf8)
        let again = ObservedBody(written, type: "multipart/form-data; boundary=\(boundary)")
        try Finding.require(again.parts == observed.parts, "written again, \(observed.parts) are \(again.parts)")
    }

    private static func written(_ part: MultipartBody.Part) -> [UInt8] {
        var bytes = Array("Content-Disposition: form-data; name=".utf8) + quoted(part.name)
        if let name = part.fileName { bytes += Array("; filename=".utf8) + quoted(name) }
        if let type = part.type { bytes += Array("\r\nContent-Type: ".utf8) + type }
        return bytes + Array("\r\n\r\n".utf8) + part.content
    }

    private static func quoted(_ text: [UInt8]) -> [UInt8] {
        let mark = UInt8(ascii: "\"")
        let escape = UInt8(ascii: "\\")
        return [mark] + text.flatMap { $0 == mark || $0 == escape ? [escape, $0] : [$0] } + [mark]
    }

    /// Checks that fields survive a round trip in URL encoding.
    func requireSameFields() throws {
        let pairs = observed.form.map {
            PercentEncoding.escaped($0.name) + [UInt8(ascii: "=")] + PercentEncoding.escaped($0.value)
        }
        let written = Array(pairs.joined(separator: [UInt8(ascii: "&")]))
        let again = ObservedBody(written, type: "application/x-www-form-urlencoded")
        try Finding.require(again.form == observed.form, "written again, \(observed.form) are \(again.form)")
    }

    /// Checks that a condition on a field and its value matches the body that has the field.
    func requireConditions() throws {
        let request = RequestText("POST", path: "/")
        for field in observed.form.prefix(8) {
            let name = String(decoding: field.name, as: UTF8.self)
            let value = String(decoding: field.value, as: UTF8.self)
            // A condition can only name valid UTF-8.
            guard field.name.elementsEqual(name.utf8), field.value.elementsEqual(value.utf8) else { continue }
            let condition = Scenario.Condition(form: [.init(name, .equals(value))])
            let outcome = request.withSpan { condition.evaluate(for: request.head, in: $0, .init(body: observed)) }
            try Finding.require(!outcome.isFailure, "a condition does not find the field \(name)")
        }
    }
}
