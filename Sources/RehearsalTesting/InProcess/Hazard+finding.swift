extension Hazard {
    /// Those in a scenario, each kind once for each endpoint. What closures answer is not known.
    static func all(in scenario: Scenario) -> [Hazard] {
        var hazards: [Hazard] = []
        func add(_ kind: Kind?, _ place: String) {
            guard let kind, !hazards.contains(Hazard(kind: kind, place: place)) else { return }
            hazards.append(Hazard(kind: kind, place: place))
        }
        for state in scenario.network {
            if case .bytes(let bytes) = state.state, state.on == .accept { add(kind(ofRaw: bytes), "network") }
        }
        for endpoint in scenario.endpoints {
            let method = endpoint.method == .any ? "any" : endpoint.method.rawValue.lowercased()
            for reply in endpoint.replies { add(kind(of: reply), "\(method) \(endpoint.path.text)") }
        }
        return hazards
    }

    private static func kind(of reply: Scenario.Reply) -> Kind? {
        for fault in reply.faults {
            if case .head = fault.stage, fault.effect == .close { return .closeInHead }
        }
        if case .raw(let pieces) = reply.body {
            // One that is reset is reported as a lost connection.
            return reply.faults.contains { $0.effect == .reset } ? nil : kind(ofRaw: pieces.flatMap(\.bytes))
        }
        let isBasic = reply.headers.values(of: "WWW-Authenticate").contains(where: isBasic)
        return reply.status == 401 && isBasic ? .basicChallenge : nil
    }

    /// What the bytes of a reply are that the connection is closed after.
    private static func kind(ofRaw bytes: [UInt8]) -> Kind? {
        var rest = bytes[...]
        while rest.starts(with: Array("HTTP/1.".utf8)) {
            guard let end = headEnd(of: rest) else { return .closeInHead }
            let lines = String(decoding: rest[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
            let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            rest = rest[end...]
            if (100..<200).contains(status), status != 101 { continue }
            let fields = lines.dropFirst().map { $0.lowercased() }
            let challenges = fields.filter { $0.hasPrefix("www-authenticate:") }.map { $0.dropFirst(17) }
            if status == 401, challenges.contains(where: { isBasic(String($0)) }) { return .basicChallenge }
            let isChunked = fields.contains { $0.hasPrefix("transfer-encoding:") && $0.contains("chunked") }
            return isChunked && hasTrailers(rest) ? .trailers : nil
        }
        return nil
    }

    private static func isBasic(_ challenge: String) -> Bool {
        challenge.lowercased().split(separator: ",").contains { part in
            part.split(whereSeparator: \.isWhitespace).first == "basic"
        }
    }

    /// Behind the empty line; a client may take LF alone for the end of a line (RFC 9112 §2.2).
    private static func headEnd(of bytes: ArraySlice<UInt8>) -> Int? {
        end(of: [0x0D, 0x0A, 0x0D, 0x0A], in: bytes) ?? end(of: [0x0A, 0x0A], in: bytes)
    }

    private static func end(of mark: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= mark.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - mark.count) where bytes[start...].starts(with: mark) {
            return start + mark.count
        }
        return nil
    }

    /// Whether a line follows the last chunk of a chunked body (RFC 9112 §7.1.2).
    private static func hasTrailers(_ body: ArraySlice<UInt8>) -> Bool {
        var rest = body
        while let line = end(of: [0x0D, 0x0A], in: rest) {
            let digits = String(decoding: rest[..<line].prefix { $0 != 0x0D && $0 != 0x3B }, as: UTF8.self)
            guard let size = Int(digits, radix: 16), size >= 0 else { return false }
            if size == 0 { return !rest[line...].isEmpty && !rest[line...].starts(with: [0x0D, 0x0A]) }
            guard size <= rest.endIndex - line - 2 else { return false }
            rest = rest[(line + size + 2)...]
        }
        return false
    }
}
