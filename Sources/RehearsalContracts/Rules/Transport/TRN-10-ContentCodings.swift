import Rehearsal

/// The rule on bodies that do not match their content coding, TRN-10.
enum ContentCodings {
    static let rule = Rule(
        "TRN-10",
        profile: .extended,
        "A corrupt or truncated content coding is an error, and never a success.",
        source: "RFC 9110 §8.4; RFC 1952 §2.3",
        dependsOn: ["STAT-01", "DEC-01", "TRN-03"]
    ) { call in
        try call.requireBody()
        try call.requireValue()
        let (body, coded) = (call.reply.body, GZip.stored(call.reply.body))
        let flipped = coded.count - GZip.trailerLength - body.count / 2
        let bodies: [(String, coding: String, [UInt8])] = [
            ("flipped-byte", "gzip", coded.flippingBit(at: flipped)),
            ("wrong-checksum", "gzip", coded.flippingBit(at: coded.count - GZip.trailerLength)),
            ("truncated", "gzip", Array(coded.dropLast(GZip.trailerLength + body.count / 2))),
            ("not-coded", "gzip", body), ("unknown-coding", "rehearsal", Array(body.reversed())),
        ]
        let drafts = bodies.map { name, coding, bytes in
            var reply = call.operation.makeReply(body: bytes)
            reply.headers.append("Content-Encoding", coding)
            return Rule.Draft(name, call.testCase([reply])) { expectCodingError(&$0, isPlain: bytes == body) }
        }
        return [control(call, coded)] + drafts
    }

    /// Returns a clause whose body has a valid coding, so that the other clauses test the error only.
    private static func control(_ call: OperationContext, _ coded: [UInt8]) -> Rule.Draft {
        var reply = call.operation.makeReply(body: coded)
        reply.headers.append("Content-Encoding", "gzip")
        return Rule.Draft("valid", call.testCase([reply])) { exam in
            guard acceptsGZip(exam) else { return exam.note("the client does not accept gzip, so it may fail") }
            exam.expectSuccess()
        }
    }

    private static func expectCodingError(_ exam: inout CaseAssertions, isPlain: Bool) {
        guard !acceptsGZip(exam) else { return exam.expectTransportOrDecodingError(.contentCoding) }
        // A client that accepts no coding may ignore the header field.
        if isPlain { return exam.note("the client does not accept gzip, so it may ignore Content-Encoding") }
        exam.expectError("an error")
    }

    private static func acceptsGZip(_ exam: CaseAssertions) -> Bool {
        exam.attempts.flatMap { $0.headers.values(of: "Accept-Encoding") }.contains { $0.lowercased().contains("gzip") }
    }
}

/// A writer of gzip data (RFC 1952) without compression.
enum GZip {
    /// The length of the checksum and the size at the end.
    static let trailerLength = 8

    /// Returns gzip data whose blocks contain the bytes unchanged (RFC 1951 §3.2.4).
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var start = 0
        repeat {
            let end = min(start + 0xFFFF, bytes.count)
            let length = UInt16(end - start)
            data.append(end == bytes.count ? 1 : 0)
            data += length.littleEndianBytes + (~length).littleEndianBytes + bytes[start..<end]
            start = end
        } while start < bytes.count
        return data + checksum(bytes).littleEndianBytes + UInt32(truncatingIfNeeded: bytes.count).littleEndianBytes
    }

    /// Returns the CRC-32 of the bytes (RFC 1952 §8).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
    }
}

extension FixedWidthInteger {
    fileprivate var littleEndianBytes: [UInt8] {
        stride(from: 0, to: bitWidth, by: 8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}

extension [UInt8] {
    /// Returns the bytes with the lowest bit of one of them changed.
    fileprivate func flippingBit(at index: Int) -> [UInt8] {
        var bytes = self
        bytes[index] ^= 1
        return bytes
    }
}
