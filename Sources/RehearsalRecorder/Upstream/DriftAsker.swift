import Rehearsal
package import RehearsalClient
import RehearsalDocuments
package import RehearsalHTTP
import RehearsalPlatform
package import RehearsalRecordings
import RehearsalServer

/// Sends recorded requests to a backend, each on a connection of its own, and reads what it answers.
package struct DriftAsker {
    let backend: Upstream
    /// Nil for a backend that is spoken to without TLS.
    let security: TLSContext?
    let timeout: Int64
    /// What is sent beside, or in place of, what was recorded.
    let headers: [WireField]
    /// The headers, in lower case, by which some recorded request said who asked: the others are asked as nobody.
    let claims: Set<String>

    /// - Parameters:
    ///   - timeout: The longest time for one reply.
    ///   - headers: Fields that every request has, in place of recorded ones of the same names.
    ///   - claims: The names in lower case of headers with credentials in some recorded request. A request that was
    ///     recorded without them is sent without them.
    package init(
        backend: Upstream,
        timeout: Duration,
        headers: [WireField],
        claims: Set<String>
    ) throws(Unavailable) {
        (self.backend, self.headers, self.claims) = (backend, headers, claims)
        self.timeout = timeout.nanoseconds
        security = backend.isSecure ? try TLSContext() : nil
    }

    /// What a backend may answer at the most.
    private static let mostBytes = 64 << 20

    /// What the backend answers to one request.
    package func answer(to exchange: InspectedExchange) throws(TransferFailure) -> DriftAnswer {
        let deadline = SystemClock.now() &+ timeout
        let link = BufferedConnection(try backend.connect(security, until: deadline))
        defer { link.stream.close(reset: false) }
        guard link.sendAll(bytes(of: exchange), patience: timeout) else {
            throw TransferFailure(.reset, "it closed the connection before it had the request")
        }
        let reader = ReplyReader(link, answering: exchange.method)
        let head = try reader.readHead(until: deadline)
        var body: [UInt8] = []
        while let piece = try reader.readPiece(until: deadline) {
            body += piece.prefix(Self.mostBytes - body.count)
        }
        return DriftAnswer(RecordedExchange.Reply(status: head.status, headers: head.fields.recorded, body: body))
    }

    /// The request as it was recorded, without what belonged to that connection or to that client's store, and without
    /// credentials: whoever asks now says who asks.
    func bytes(of exchange: InspectedExchange) -> [UInt8] {
        var head = HeadWriter(method: exchange.method, target: exchange.target)
        head.append("Host", backend.authority)
        let recorded = exchange.requestHeaders.fields.compactMap { field in
            field.value.map { WireField(field.name, $0) }
        }
        for field in recorded.endToEnd where isSent(field) { head.append(field) }
        for field in headers where isMeant(field, for: exchange) { head.append(field) }
        let length = exchange.requestBody.count
        if length > 0 || ["POST", "PUT", "PATCH"].contains(exchange.method) {
            head.append("Content-Length", String(length))
        }
        head.append("Connection", "close")
        return head.head + exchange.requestBody
    }

    private func isMeant(_ field: WireField, for exchange: InspectedExchange) -> Bool {
        !claims.contains(field.name.lowercased()) || exchange.requestHeaders.names(field.name)
    }

    private func isSent(_ field: WireField) -> Bool {
        let name = field.name.lowercased()
        return !Self.unsent.contains(name) && !headers.contains { $0.isNamed(field.name) }
            && !SecretNames.headers.contains(name) && !Placeholder.isFound(in: field.text)
    }

    /// What a client adds for itself, or for what it has stored.
    private static let unsent: Set<String> = [
        "host", "accept-encoding", "expect", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since",
        "if-range", "cookie",
    ]
}
