/// The explanations of the STAT rules.
enum StatusExplanations {
    static let all: [String: RuleExplanation] = [
        "STAT-01": RuleExplanation(
            why: """
                A backend may change 200 to 201 or 203 at any time. A client that compares with 200 then shows an \
                error for a request that the server carried out, and the user repeats it.
                """,
            fix: """
                guard 200..<300 ~= response.statusCode else {
                    throw APIError.http(response, body: data)
                }
                return try decoder.decode(Order.self, from: data)
                """
        ),
        "STAT-02": RuleExplanation(
            why: """
                The screen chooses its message and its next step by the status. A client that reports every 4xx as \
                one general error, or an unknown one as 400, leads the user to the wrong remedy.
                """,
            fix: """
                switch response.statusCode {
                case 200..<300: return data
                case 409: throw OrderError.alreadyPaid
                case let status: throw APIError.http(status: status, body: data)
                }
                """
        ),
        "STAT-03": RuleExplanation(
            why: """
                A status outside of the known ranges is not a success. A client that accepts everything below 400 \
                decodes the body of a redirect or of a broken gateway as data.
                """,
            fix: """
                guard 200..<300 ~= response.statusCode else {
                    // 3xx without a usable Location, and anything from 600 on, end here too.
                    throw APIError.http(status: response.statusCode, body: data)
                }
                """
        ),
        "STAT-04": RuleExplanation(
            why: """
                Some servers send the document of a success together with a 5xx, for example from a cache. A client \
                that decodes first shows data that the server did not confirm, and does not retry.
                """,
            fix: """
                guard 200..<300 ~= response.statusCode else {
                    throw APIError.http(status: response.statusCode, body: data)
                }
                // The body is read only after the status is known.
                return try decoder.decode(Order.self, from: data)
                """
        ),
        "STAT-05": RuleExplanation(
            why: """
                A delete is usually answered with 204 and no body. A client that decodes the empty body reports a \
                failure for an action that succeeded, and the deleted row stays on the screen.
                """,
            fix: #"""
                func delete(_ id: Int) async throws {
                    let (data, response) = try await send("DELETE", "/items/\(id)")
                    guard 200..<300 ~= response.statusCode else {
                        throw APIError.http(response, body: data)
                    }
                }
                """#
        ),
        "STAT-06": RuleExplanation(
            why: """
                An empty body means that the value is missing. A client that returns an empty list or an empty \
                object instead shows an empty screen without an error, and may overwrite stored data with it.
                """,
            fix: """
                guard !data.isEmpty else {
                    throw APIError.emptyBody(status: response.statusCode)
                }
                return try decoder.decode([Item].self, from: data)
                """
        ),
        "STAT-07": RuleExplanation(
            why: """
                The reason, Retry-After and the request ID are in the body and the headers of an error reply. If the \
                error has only a status, neither the user nor the support team can learn more.
                """,
            fix: """
                struct HTTPFailure: Error {
                    let status: Int
                    let headers: [AnyHashable: Any]
                    let body: Data
                }
                throw HTTPFailure(status: response.statusCode, headers: response.allHeaderFields, body: data)
                """
        ),
        "STAT-08": RuleExplanation(
            why: """
                Problem documents are written by many systems and often contain members of unexpected types. A \
                client that fails at them, or that believes their status member, loses the real status of the reply.
                """,
            fix: """
                struct Problem: Decodable {
                    var type = "about:blank"
                    var detail: String?
                    init(from decoder: any Decoder) throws {
                        let values = try decoder.container(keyedBy: Key.self)
                        type = (try? values.decode(String.self, forKey: .type)) ?? "about:blank"
                        detail = try? values.decode(String.self, forKey: .detail)
                    }
                    enum Key: String, CodingKey { case type, detail }
                }
                """
        ),
        "STAT-09": RuleExplanation(
            why: """
                The status line states the result, and the body may come from another layer. A client that trusts a \
                member such as success treats a failed payment as paid, or fills a screen with an error document.
                """,
            fix: """
                guard 200..<300 ~= response.statusCode else {
                    throw APIError.http(response, body: data)
                }
                // Required properties make the decoder reject {"error": …}.
                return try decoder.decode(Receipt.self, from: data)
                """
        ),
        "STAT-10": RuleExplanation(
            why: """
                A 202 says that the work is not finished, and a 201 may have no body. A client that then builds the \
                object from its own request shows a number, a price or a state that the server never assigned.
                """,
            fix: """
                switch response.statusCode {
                case 202: throw OrderError.accepted(at: response.value(forHTTPHeaderField: "Location"))
                case 201 where data.isEmpty:
                    guard let place = response.value(forHTTPHeaderField: "Location") else { throw APIError.emptyBody }
                    return try await get(place)
                default: return try decoder.decode(Order.self, from: data)
                }
                """
        ),
        "STAT-11": RuleExplanation(
            why: """
                Servers send 103 with early hints, and 102 while they process the request. A client that takes the \
                first status line as the answer fails as soon as a proxy adds one. A 101 that the client did not \
                request is an error of the server.
                """,
            fix: """
                // URLSession skips 1xx, except 101, which it reports as the status of the reply.
                guard 200..<300 ~= response.statusCode else {
                    throw APIError.http(response, body: data)
                }
                """
        ),
        "STAT-12": RuleExplanation(
            why: """
                A 204 or 304 has no body, whatever its Content-Length says. A client that waits for the announced \
                bytes hangs until its timeout. A client that leaves stray bytes on the connection damages the next \
                reply.
                """,
            fix: """
                // In a client with its own sockets; URLSession does this itself.
                let hasBody = method != "HEAD" && ![204, 304].contains(status) && status >= 200
                let length = hasBody ? contentLength : 0
                let body = try await connection.read(length)
                if connection.hasUnreadBytes { connection.close() }
                """
        ),
        "STAT-13": RuleExplanation(
            why: """
                A 206 contains only a part of the resource. A client that did not request a range but accepts it \
                stores an incomplete list or image as if it were complete.
                """,
            fix: """
                guard response.statusCode != 206 else {
                    throw APIError.unexpectedPartialReply
                }
                guard 200..<300 ~= response.statusCode else { throw APIError.http(response, body: data) }
                """
        ),
    ]
}
