import Rehearsal

/// Asks the control port of a server, one connection a request, and waits for its answers.
struct ControlClient: Sendable {
    let address: ControlAddress
    let token: String
    var limits = Limits()

    /// How long things may take.
    struct Limits: Sendable {
        var connect: Duration = .seconds(2)
        /// The whole of a request and its reply.
        var reply: Duration = .seconds(10)
        /// What a reply may hold, in bytes.
        var body = 64 << 20
    }

    /// Sends a request and returns what the answer holds; null where it is empty.
    ///
    /// - Parameter patience: what an answer may take beyond the limit, because it was asked to wait.
    func send(
        _ method: String,
        _ path: String,
        _ body: JSON? = nil,
        patience: Duration = .zero,
    ) throws(ControlFailure) -> JSON {
        let deadline = ContinuousClock.now + limits.reply + patience
        let socket = try open(method, path, body, by: deadline)
        var reader = ReplyReader()
        var content: [UInt8] = []
        while !reader.isComplete {
            content += try read(from: socket, into: &reader, by: deadline)
            guard content.count <= limits.body else { throw .malformed(address, "its answer does not end") }
        }
        return try json(content, reader.head)
    }

    /// Sends a `GET` and hands over each line of the answer as it comes, until there is no more or the receiver has
    /// enough and says false.
    ///
    /// The head has to come in time; a line may take as long as it takes.
    func stream(_ path: String, onLine: ([UInt8]) -> Bool) throws(ControlFailure) {
        let deadline = ContinuousClock.now + limits.reply
        let socket = try open("GET", path, nil, by: deadline)
        var reader = ReplyReader()
        var cutter = LineCutter()
        var content: [UInt8] = []
        while !reader.isComplete {
            let piece = try read(from: socket, into: &reader, by: reader.head == nil ? deadline : nil)
            guard reader.head?.status == 200 else {
                content += piece
                continue
            }
            for line in cutter.take(piece) where !onLine(line) { return }
        }
        if reader.head?.status != 200 { _ = try json(content, reader.head) }
    }

    private func open(
        _ method: String,
        _ path: String,
        _ body: JSON?,
        by deadline: ContinuousClock.Instant,
    ) throws(ControlFailure) -> ControlSocket {
        let content = body?.bytes() ?? []
        var lines = ["\(method) \(path) HTTP/1.1", "Host: \(address.authority)", "Authorization: Bearer \(token)"]
        lines.append("Connection: close")
        if body != nil { lines.append("Content-Type: application/json") }
        if body != nil || method == "POST" { lines.append("Content-Length: \(content.count)") }
        let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
        do throws(ControlSocket.Failure) {
            let socket = try ControlSocket(to: address, by: min(deadline, .now + limits.connect))
            try socket.send(Array(head.utf8) + content, by: deadline)
            return socket
        } catch {
            throw .unreached(address, error)
        }
    }

    private func read(
        from socket: ControlSocket,
        into reader: inout ReplyReader,
        by deadline: ContinuousClock.Instant?,
    ) throws(ControlFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(ControlSocket.Failure) {
            bytes = try socket.receive(by: deadline)
        } catch {
            throw .unreached(address, error)
        }
        do throws(ReplyReader.Malformed) {
            if bytes.isEmpty { try reader.takeEnd() }
            return try reader.take(bytes)
        } catch {
            guard bytes.isEmpty else { throw .malformed(address, error.reason) }
            var failure = ControlFailure.gone(address)
            failure.isCut = true
            throw failure
        }
    }

    private func json(_ content: [UInt8], _ head: ReplyReader.Head?) throws(ControlFailure) -> JSON {
        let json = content.isEmpty ? .null : try? JSON(parsing: content)
        let status = head?.status ?? 0
        guard (200..<300).contains(status) else { throw .refusal(address, status: status, json) }
        guard let json else { throw .malformed(address, "what it says is no JSON") }
        return json
    }
}
