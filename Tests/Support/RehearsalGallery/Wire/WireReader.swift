import Rehearsal

/// Reads one answer (RFC 9112) from a connection, and takes nothing for whole that is not.
struct WireReader {
    private let socket: WireSocket
    private let instant: Int64
    /// What has come and is not read yet.
    private(set) var rest: ArraySlice<UInt8> = []
    private var hasEnded = false
    private let defect: Defect?

    init(_ socket: WireSocket, until instant: Int64, defect: Defect?) {
        (self.socket, self.instant, self.defect) = (socket, instant, defect)
    }

    /// The answer, and whether the connection can carry another exchange.
    mutating func reply() throws(WireFailure) -> (WireReply, isReusable: Bool) {
        var reply: WireReply
        repeat { reply = try head() } while 100..<200 ~= reply.status && reply.status != 101
        guard reply.status >= 200 else { throw .malformed }
        let framing = try Framing(reply)
        switch framing {
        case .none: break
        case .length(let count): reply.body = try take(count, isEnough: defect == .shortIsWhole)
        case .chunked: reply.body = try chunks()
        case .untilEnd: while try fill() {}; reply.body = Array(rest); rest = []
        }
        let isReusable = framing != .untilEnd && rest.isEmpty && reply.headers["Connection"]?.lowercased() != "close"
        return (reply, isReusable)
    }

    /// How long a body is (RFC 9112 §6.3).
    private enum Framing: Equatable {
        case none, chunked, untilEnd
        case length(Int)

        init(_ reply: WireReply) throws(WireFailure) {
            if reply.status == 204 || reply.status == 304 {
                self = .none
            } else if let coding = reply.headers["Transfer-Encoding"] {
                guard coding.lowercased() == "chunked" else { throw .malformed }
                self = .chunked
            } else if let first = reply.headers["Content-Length"] {
                let lengths = Set(reply.headers.values(of: "Content-Length"))
                guard lengths.count == 1, first.utf8.allSatisfy(\.isDigit), let count = Int(first) else {
                    throw .malformed
                }
                self = .length(count)
            } else {
                self = .untilEnd
            }
        }
    }

    /// Waits for more; false at the end of the stream.
    private mutating func fill() throws(WireFailure) -> Bool {
        if hasEnded { return false }
        let bytes = try socket.receive(until: instant)
        hasEnded = bytes.isEmpty
        rest += bytes
        return !hasEnded
    }

    private mutating func take(_ count: Int, isEnough: Bool = false) throws(WireFailure) -> [UInt8] {
        while rest.count < count {
            if try fill() { continue }
            guard isEnough else { throw .incomplete }
            break
        }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// A line without its end; nil at the end of the stream.
    private mutating func line() throws(WireFailure) -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let line = rest[..<end]
                guard line.last == 0x0D, !line.contains(0) else { throw .malformed }
                rest = rest[(end + 1)...]
                return String(decoding: line.dropLast(), as: UTF8.self)
            }
            guard rest.count < 256 << 10 else { throw .malformed }
            guard try fill() else { return nil }
        }
    }

    private mutating func head() throws(WireFailure) -> WireReply {
        guard let first = try line() else { throw rest.isEmpty ? .connectionLost : .malformed }
        let parts = first.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
            let status = Int(parts[1]), status >= 100
        else { throw .malformed }
        var reply = WireReply(status)
        while true {
            guard let line = try line() else { throw .malformed }
            if line.isEmpty { return reply }
            let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard field.count == 2, !field[0].isEmpty, !field[0].contains(" ") else { throw .malformed }
            reply.headers.append(String(field[0]), String(field[1].trimmed))
        }
    }

    /// A chunked body (RFC 9112 §7.1).
    private mutating func chunks() throws(WireFailure) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            guard let line = try line() else {
                if defect == .noLastChunk { return body }
                throw .incomplete
            }
            let digits = line.prefix { $0 != ";" && $0 != " " }
            guard !digits.isEmpty, digits.utf8.count < 16, digits.utf8.allSatisfy({ $0.hexValue != nil }),
                let count = Int(digits, radix: 16)
            else { throw .malformed }
            if count == 0 { break }
            body += try take(count)
            guard try take(2) == [0x0D, 0x0A] else { throw .malformed }
        }
        while true {
            guard let line = try line() else { throw .incomplete }
            if line.isEmpty { return body }
        }
    }
}
