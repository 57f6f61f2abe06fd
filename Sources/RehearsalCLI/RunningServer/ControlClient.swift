import Rehearsal
import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

/// The address of a control port: `http://127.0.0.1:4100`.
struct ControlAddress: Sendable, Hashable {
    /// The host, without the brackets of an IPv6 address.
    let host: String
    let port: Int

    /// The authority of the URL, which is also the value of `Host`.
    var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Parses `http://HOST:PORT`, with or without a slash at the end.
    init(_ url: String) throws(UsageError) {
        guard url.lowercased().hasPrefix("http://") else {
            let isSecure = url.lowercased().hasPrefix("https://")
            throw UsageError(
                "the URL of a control port is http://HOST:PORT, found \(url.quoted)",
                hint: isSecure
                    ? "a control port supports only http; use a tunnel: ssh -L 4100:127.0.0.1:4100 HOST" : nil
            )
        }
        let rest = url.dropFirst("http://".count)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...]),
            (1...65_535).contains(port), let host = Self.host(authority[..<colon])
        else { throw UsageError("the URL of a control port is http://HOST:PORT, found \(url.quoted)") }
        (self.host, self.port) = (host, port)
    }

    private static func host(_ text: Substring) -> String? {
        if text.hasPrefix("["), text.hasSuffix("]") {
            let address = text.dropFirst().dropLast()
            return !address.isEmpty && address.allSatisfy { $0.isHexDigit || ":.%".contains($0) }
                ? String(address) : nil
        }
        let isName = text.utf8.allSatisfy { $0.isAlphanumeric(or: "-._") }
        return isName && !text.isEmpty ? String(text) : nil
    }
}

/// A blocking client of a control port, with one connection for each request.
struct ControlClient: Sendable {
    let address: ControlAddress
    let token: String
    var limits = Limits()

    /// The limits on time and size.
    struct Limits: Sendable {
        var connect: Duration = .seconds(2)
        /// The maximum time for a request and its reply.
        var reply: Duration = .seconds(10)
        /// The maximum size of the body of a reply, in bytes.
        var body = 64 << 20
    }

    /// Sends a request and returns the JSON of its reply; null if the body is empty.
    ///
    /// - Parameter additionalTime: additional time for the reply to a request that makes the server wait.
    func send(
        _ method: String,
        _ path: String,
        _ body: JSON? = nil,
        additionalTime: Duration = .zero,
    ) throws(ControlError) -> JSON {
        let deadline = SystemClock.now() &+ (limits.reply + additionalTime).nanoseconds
        let reply = try open(method, path, body, until: deadline)
        let head = try convertingErrors { () throws(TransferFailure) in try reply.readHead(until: deadline) }
        return try json(try content(of: reply, until: deadline), head)
    }

    /// Sends a `GET` and passes each line of the reply to `onLine`, until the end or until `onLine` returns false.
    ///
    /// The time limit applies to the head of the reply, not to its lines.
    func stream(_ path: String, onLine: ([UInt8]) -> Bool) throws(ControlError) {
        let deadline = SystemClock.now() &+ limits.reply.nanoseconds
        let reply = try open("GET", path, nil, until: deadline)
        let head = try convertingErrors { () throws(TransferFailure) in try reply.readHead(until: deadline) }
        guard head.status == 200 else {
            _ = try json(try content(of: reply, until: deadline), head)
            return
        }
        var splitter = LineSplitter()
        while let piece = try convertingErrors({ () throws(TransferFailure) in try reply.readBodyBytes(until: .max) }) {
            for line in splitter.append(piece) where !onLine(line) { return }
        }
    }

    private func open(
        _ method: String,
        _ path: String,
        _ body: JSON?,
        until deadline: Int64,
    ) throws(ControlError) -> ReplyReader {
        let content = body?.bytes() ?? []
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(address.authority)", "Authorization: Bearer \(token)"]
        lines.append("Connection: close")
        if body != nil { lines.append("Content-Type: application/json") }
        if body != nil || method == "POST" { lines.append("Content-Length: \(content.count)") }
        let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
        let connectDeadline = min(deadline, SystemClock.now() &+ limits.connect.nanoseconds)
        let stream = try convertingErrors { () throws(TransferFailure) in
            try TCPConnector.connect(toHost: address.host, port: address.port, until: connectDeadline)
        }
        let connection = BufferedConnection(stream)
        // A server may reply and close before it has read the request, so a failed send is not an error.
        _ = connection.sendAll(Array(head.utf8) + content, timeout: max(0, deadline &- SystemClock.now()))
        return ReplyReader(connection, answering: method)
    }

    private func content(of reply: ReplyReader, until deadline: Int64) throws(ControlError) -> [UInt8] {
        var content: [UInt8] = []
        let next = { () throws(TransferFailure) in try reply.readBodyBytes(until: deadline) }
        while let piece = try convertingErrors(next) {
            content += piece
            guard content.count <= limits.body else { throw .invalidReply(address, "its reply is too large") }
        }
        return content
    }

    private func convertingErrors<Result>(_ body: () throws(TransferFailure) -> Result) throws(ControlError) -> Result {
        do throws(TransferFailure) {
            return try body()
        } catch {
            throw .transferFailed(address, error)
        }
    }

    private func json(_ content: [UInt8], _ head: ReplyHead) throws(ControlError) -> JSON {
        let json = content.isEmpty ? .null : try? JSON(parsing: content)
        guard (200..<300).contains(head.status) else { throw .rejected(address, status: head.status, json) }
        guard let json else { throw .invalidReply(address, "its reply is not JSON") }
        return json
    }
}

/// A splitter of a byte stream into lines.
struct LineSplitter: Sendable {
    private var rest: [UInt8] = []

    /// Adds bytes and returns the lines that are now complete, without their line feeds.
    mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        for end in bytes.indices where bytes[end] == 0x0A {
            lines.append(rest + bytes[start..<end])
            rest = []
            start = end + 1
        }
        rest += bytes[start...]
        return lines
    }
}
