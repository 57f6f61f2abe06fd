/// The explanations of the TRN rules.
enum TransportExplanations {
    static let all: [String: RuleExplanation] = [
        "TRN-01": RuleExplanation(
            why: """
                A connection is refused if no server listens, for example during a restart. A client that waits for \
                its timeout keeps the screen loading for no reason. A client that reports another kind of error \
                shows the wrong message.
                """,
            fix: """
                do {
                    return try await session.data(for: request)
                } catch let error as URLError where error.code == .cannotConnectToHost {
                    throw NetworkError.offline(error)
                }
                """
        ),
        "TRN-02": RuleExplanation(
            why: """
                A connection can be reset after the server has received the request. The app must know that the \
                result is unknown, because a repeated payment could be charged twice.
                """,
            fix: """
                do {
                    return try await session.data(for: request)
                } catch let error as URLError where error.code == .networkConnectionLost {
                    throw NetworkError.resultUnknown(error)
                }
                """
        ),
        "TRN-03": RuleExplanation(
            why: """
                A body that ends before its declared length is incomplete, although its beginning may be valid JSON. \
                A client that decodes it shows a shortened list, and may store it.
                """,
            fix: """
                let (data, response) = try await session.data(for: request)
                // URLSession throws for a short body. A client with its own sockets compares:
                guard data.count == declaredLength else {
                    throw NetworkError.incomplete(received: data.count)
                }
                """
        ),
        "TRN-04": RuleExplanation(
            why: """
                The last chunk is the only sign that a chunked body is complete. A client that treats the end of the \
                connection as the end of the body accepts whatever a crashed server had sent so far.
                """,
            fix: """
                while true {
                    let size = try await connection.readChunkSize()
                    if size == 0 { break }
                    body += try await connection.read(size)
                    try await connection.skipLineEnd()
                }
                // readChunkSize throws at the end of the connection.
                """
        ),
        "TRN-05": RuleExplanation(
            why: """
                Different failures need different reactions: a retry, a sign-in, an offline banner or a bug report. \
                A client that maps them to one error cannot choose. Without the code of the cause, a failure that a \
                user reports cannot be explained.
                """,
            fix: """
                enum APIError: Error {
                    case transport(URLError)
                    case http(status: Int, body: Data)
                    case decoding(DecodingError)
                    case timeout
                }
                // Cancellation stays a CancellationError.
                """
        ),
        "TRN-06": RuleExplanation(
            why: """
                Load balancers close connections without a reply when a backend restarts. A client that treats this \
                as an empty reply returns an empty result instead of an error that can be retried.
                """,
            fix: """
                do {
                    return try await session.data(for: request)
                } catch let error as URLError
                    where [.networkConnectionLost, .badServerResponse].contains(error.code)
                {
                    throw NetworkError.noReply(error)
                }
                """
        ),
        "TRN-07": RuleExplanation(
            why: """
                Captive portals and defective proxies answer with bytes that are not HTTP. A client must turn them \
                into an error, and must neither crash nor hang.
                """,
            fix: """
                let (data, response) = try await session.data(for: request)
                guard let http = response as? HTTPURLResponse else {
                    throw NetworkError.badResponse
                }
                return (data, http)
                """
        ),
        "TRN-08": RuleExplanation(
            why: """
                Two different lengths mean that two servers on the way disagree on where the reply ends. A client \
                that chooses one of them may cut the reply, or read the reply of another request as its own.
                """,
            fix: """
                let lengths = Set(headers.values(of: "Content-Length"))
                guard lengths.count <= 1, lengths.allSatisfy({ UInt($0) != nil }) else {
                    connection.close()
                    throw NetworkError.badResponse
                }
                """
        ),
        "TRN-09": RuleExplanation(
            why: """
                Bytes after a reply belong to no request. A client that reads them as the next reply shows the data \
                of another request, or data that an attacker has inserted.
                """,
            fix: """
                let body = try await connection.read(length)
                // The beginning of the next reply is unknown on a connection with unread bytes.
                if connection.hasUnreadBytes {
                    connection.close()
                } else {
                    pool.add(connection)
                }
                """
        ),
        "TRN-10": RuleExplanation(
            why: """
                A checksum protects compressed data, but only if the client checks it. Without the check, a \
                truncated download becomes a shortened document, and a flipped bit becomes another price.
                """,
            fix: """
                // URLSession decodes gzip. With a decoder of your own, check its end:
                guard let inflated = gunzip(data), inflated.isComplete else {
                    throw NetworkError.corruptBody
                }
                return try decoder.decode([Item].self, from: inflated.bytes)
                """
        ),
        "TRN-11": RuleExplanation(
            why: """
                Without a declared length, only an orderly close shows that the body is complete. A client that also \
                accepts a reset cannot tell a complete document from a lost connection.
                """,
            fix: """
                do {
                    while let bytes = try await connection.read() { body += bytes }
                } catch let error as SocketError where error.isReset {
                    throw NetworkError.incomplete(received: body.count)
                }
                """
        ),
        "TRN-12": RuleExplanation(
            why: """
                TLS is the only proof that the server is the right one. A client that continues without it, or that \
                ignores the error, hands the user's token to the operator of the network.
                """,
            fix: """
                do {
                    return try await session.data(for: request)
                } catch let error as URLError where error.code == .secureConnectionFailed {
                    // No retry with http, and no delegate that accepts every certificate.
                    throw NetworkError.untrusted(error)
                }
                """
        ),
        "TRN-13": RuleExplanation(
            why: """
                Servers close idle connections after a few seconds. A client that reports this close as a failure of \
                the next request shows an error to each user who pauses for a moment.
                """,
            fix: """
                func get(_ request: Request) async throws -> Reply {
                    if let connection = pool.takeOpen(), let reply = try? await connection.send(request) {
                        return reply
                    }
                    // A safe request may be sent again on a new connection.
                    return try await Connection(to: host).send(request)
                }
                """
        ),
    ]
}
