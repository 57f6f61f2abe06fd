/// The explanations of the REQ rules.
enum RequestExplanations {
    static let all: [String: RuleExplanation] = [
        "REQ-01": RuleExplanation(
            why: """
                Behind a gateway, the base URL has a path. A client that joins strings then requests `//users`, or \
                `/users` without that path. The server answers 404, or another service answers.
                """,
            fix: """
                let base = URL(string: "https://api.example.com/v2")!
                let url = base.appending(components: "users", "42")
                var request = URLRequest(url: url)
                request.httpMethod = "GET"
                """
        ),
        "REQ-02": RuleExplanation(
            why: """
                An identifier with a slash, a question mark or `..` changes the path. The client then reads or \
                deletes another resource than the user chose.
                """,
            fix: """
                var allowed = CharacterSet.urlPathAllowed
                allowed.remove(charactersIn: "/;")
                guard !["", ".", ".."].contains(id),
                    let segment = id.addingPercentEncoding(withAllowedCharacters: allowed)
                else { throw APIError.invalidArgument("id") }
                var components = URLComponents(url: base, resolvingAgainstBaseURL: false)!
                components.percentEncodedPath += "/users/\\(segment)"
                """
        ),
        "REQ-03": RuleExplanation(
            why: """
                `URLQueryItem` leaves a plus as it is, and most servers decode it as a space. A search for \
                `a+b@c.com` then finds nothing, although the user is there.
                """,
            fix: """
                var components = URLComponents(url: url, resolvingAgainstBaseURL: false)!
                components.queryItems = [URLQueryItem(name: "q", value: text)]
                components.percentEncodedQuery = components.percentEncodedQuery?
                    .replacingOccurrences(of: "+", with: "%2B")
                """
        ),
        "REQ-04": RuleExplanation(
            why: """
                Without its own Content-Type, `URLSession` declares a body as a form. A strict server rejects it \
                with 415, and a tolerant one reads no members.
                """,
            fix: """
                request.httpBody = try JSONEncoder().encode(order)
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                """
        ),
        "REQ-05": RuleExplanation(
            why: """
                With `Accept: */*`, a server or a proxy may answer with HTML or another version of the API. The \
                client then reports a decoding error instead of a clear 406.
                """,
            fix: """
                let types = "application/json, application/problem+json"
                request.setValue(types, forHTTPHeaderField: "Accept")
                """
        ),
        "REQ-06": RuleExplanation(
            why: """
                Servers and proxies reject or ignore a body in a GET. A lone `?` results in another cache key, and a \
                replaced query loses the parameters of the base URL.
                """,
            fix: """
                var components = URLComponents(url: base, resolvingAgainstBaseURL: true)!
                let items = (components.queryItems ?? []) + filters
                components.queryItems = items.isEmpty ? nil : items
                var request = URLRequest(url: components.url!)
                request.httpBody = nil
                """
        ),
        "REQ-07": RuleExplanation(
            why: """
                A Content-Length that counts characters is too small for every text outside of ASCII. The server \
                reads a cut body, and takes the rest for the next request.
                """,
            fix: """
                let body = Data(text.utf8)
                request.httpBody = body
                // URLSession counts the bytes. A client on sockets must do the same:
                head += "Content-Length: \\(body.count)\\r\\n\\r\\n"
                """
        ),
        "REQ-08": RuleExplanation(
            why: """
                A wrong key, a swapped date or `0.30000000000000004` as a price is stored by the server without an \
                error. The user learns of it from the bill.
                """,
            fix: """
                struct NewOrder: Encodable {
                    let price: Decimal
                    let startsAt: Date
                }
                let encoder = JSONEncoder()
                encoder.keyEncodingStrategy = .convertToSnakeCase
                encoder.dateEncodingStrategy = .iso8601
                request.httpBody = try encoder.encode(order)
                """
        ),
        "REQ-09": RuleExplanation(
            why: """
                A line break in a value ends the header field, so that user input can add fields or a whole second \
                request. An attacker can use this to forge requests and to poison caches.
                """,
            fix: """
                func field(_ value: String) throws -> String {
                    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
                    else { throw APIError.invalidArgument(value) }
                    return value
                }
                request.setValue(try field(source), forHTTPHeaderField: "X-Search-Source")
                """
        ),
        "REQ-10": RuleExplanation(
            why: """
                An invalid amount that reaches the server costs a round trip, and some servers accept it. The user \
                sees a general error instead of the field to correct.
                """,
            fix: """
                func transfer(_ amount: Decimal, to email: String) async throws -> Receipt {
                    guard amount > 0, amount <= 10_000 else { throw TransferError.invalid("amount") }
                    guard email.contains("@") else { throw TransferError.invalid("email") }
                    return try await client.post("transfers", Transfer(amount: amount, email: email))
                }
                """
        ),
        "REQ-11": RuleExplanation(
            why: """
                The server's log shows three requests, which may be three calls or one call with two retries. \
                Without an ID of the call, support cannot find the failure that a user reports.
                """,
            fix: """
                let id = UUID().uuidString
                for attempt in 1...attempts {
                    request.setValue(id, forHTTPHeaderField: "X-Correlation-ID")
                    if let data = try await send(request, attempt) { return data }
                }
                """
        ),
    ]
}
