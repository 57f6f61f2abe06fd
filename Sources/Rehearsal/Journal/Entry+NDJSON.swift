extension Journal.Entry {
    /// Returns the exchange as one line of NDJSON, including the line end, without secrets.
    ///
    /// A member without a value is `null`. Times are nanoseconds of the clock that `clock` names. `kept` contains a
    /// body that is UTF-8, and `keptBase64` any other body. `hash` (FNV-1a, 64 bits, hexadecimal) is null if the body
    /// is empty or was redacted, because a secret could be guessed from it. A compressed or encoded body with a secret
    /// is omitted.
    package func ndjsonLine(_ redaction: Redaction) -> [UInt8] { redaction.redactConsistently { bytes(redaction) } }

    private func bytes(_ redaction: Redaction) -> [UInt8] {
        let members: [JSON.Member] =
            [
                JSON.Member("event", "exchange"),
                JSON.Member("session", .string(session)),
                JSON.Member("connection", .integer(connection)),
                JSON.Member("exchange", .integer(exchange)),
            ] + instants + request(redaction) + outcome(redaction)
        return JSON.object(members).bytes() + [0x0A]
    }

    private var instants: [JSON.Member] {
        [
            JSON.Member("at", .integer(at)),
            JSON.Member("headAt", .integer(headAt)),
            JSON.Member("bodyAt", .integer(bodyAt)),
            JSON.Member("endAt", .integer(endAt)),
            JSON.Member("clock", "real"),
        ]
    }

    private func request(_ redaction: Redaction) -> [JSON.Member] {
        let fields = redactedFields(redaction).map { JSON.array([.string($0.name), .string($0.value)]) }
        return [
            JSON.Member("method", .string(redactedMethod)),
            JSON.Member("target", .string(redactedTarget(redaction))),
            JSON.Member("version", .string(redactedVersion)),
            JSON.Member("headers", .array(fields)),
            JSON.Member("body", body.json(redaction.body(body.kept, headers))),
        ]
    }

    private func outcome(_ redaction: Redaction) -> [JSON.Member] {
        [
            JSON.Member("endpoint", .text(endpoint)),
            JSON.Member("decision", .string("\(decision)")),
            JSON.Member("fault", .text(fault)),
            JSON.Member("policy", .text(policy)),
            JSON.Member("status", .integer(status)),
            JSON.Member("written", .integer(written)),
            JSON.Member("end", .text(end.map { "\($0)" })),
            JSON.Member("peerClosedAt", .integer(peerClosedAt)),
            JSON.Member("violation", .text(redaction.note(violation, about: self))),
            JSON.Member("foreignCookies", .array(foreignCookies.map { .string($0) })),
            JSON.Member("nearest", .array(redaction.notes(nearest, about: self).map { .string($0) })),
        ]
    }
}

extension Journal.Body {
    /// - Parameter redacted: the stored bytes without secrets.
    fileprivate func json(_ redacted: [UInt8]) -> JSON {
        let decoded = String(decoding: redacted, as: UTF8.self)
        let text = decoded.utf8.elementsEqual(redacted) ? decoded : nil
        let includesHash = length > 0 && redacted == kept
        return .object([
            JSON.Member("length", .integer(length)),
            JSON.Member("complete", .bool(isComplete)),
            text.map { JSON.Member("kept", .string($0)) }
                ?? JSON.Member("keptBase64", .string(Base64.encoded(redacted))),
            JSON.Member("hash", includesHash ? .string(hash.hexadecimal) : .null),
        ])
    }
}
