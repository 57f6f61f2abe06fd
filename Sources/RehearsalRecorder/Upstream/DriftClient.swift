import Rehearsal
package import RehearsalClient
import RehearsalDocuments
package import RehearsalHTTP
import RehearsalPlatform
package import RehearsalRecordings
import RehearsalServer

/// A client that sends recorded requests to a backend, each on a new connection, and reads the replies.
package struct DriftClient {
    let backend: Upstream
    let security: TLSContext?
    /// The maximum time for one reply, in nanoseconds.
    let timeout: Int64
    /// The fields that replace recorded fields with the same names in every request.
    let headers: [WireField]
    /// The lower-case names of credential headers, which are added only to requests that were recorded with them.
    let credentialHeaders: Set<String>

    /// - Parameters:
    ///   - timeout: The maximum time for one reply.
    ///   - headers: The fields that replace recorded fields with the same names in every request.
    ///   - credentialHeaders: The lower-case names of the credential headers that at least one recorded request has. A
    ///     field of `headers` with such a name is added only to requests that were recorded with that name.
    package init(
        backend: Upstream,
        timeout: Duration,
        headers: [WireField],
        credentialHeaders: Set<String>
    ) throws(Unavailable) {
        (self.backend, self.headers, self.credentialHeaders) = (backend, headers, credentialHeaders)
        self.timeout = timeout.nanoseconds
        security = backend.isSecure ? try TLSContext() : nil
    }

    /// Sends a request to the backend and returns its response.
    package func response(to exchange: InspectedExchange) throws(TransferFailure) -> ComparedResponse {
        let reply = try UpstreamReply(
            to: bytes(of: exchange),
            method: exchange.method,
            from: backend,
            security: security,
            timeout: timeout
        )
        if let failure = reply.failure { throw failure }
        return ComparedResponse(reply.recorded)
    }

    /// Returns the bytes of a recorded request, without hop-by-hop and conditional fields, cookies and credentials.
    ///
    /// `headers` provides the credentials for the current run.
    func bytes(of exchange: InspectedExchange) -> [UInt8] {
        var head = HeadWriter(method: exchange.method, target: exchange.target)
        head.append("Host", backend.authority)
        let recorded = exchange.requestHeaders.fields.compactMap { field in
            field.value.map { WireField(field.name, $0) }
        }
        for field in recorded.endToEnd where isSent(field) { head.append(field) }
        for field in headers where appliesTo(field, for: exchange) { head.append(field) }
        let length = exchange.requestBody.count
        if length > 0 || ["POST", "PUT", "PATCH"].contains(exchange.method) {
            head.append("Content-Length", String(length))
        }
        head.append("Connection", "close")
        return head.head + exchange.requestBody
    }

    private func appliesTo(_ field: WireField, for exchange: InspectedExchange) -> Bool {
        !credentialHeaders.contains(field.name.lowercased()) || exchange.requestHeaders.contains(field.name)
    }

    private func isSent(_ field: WireField) -> Bool {
        let name = field.name.lowercased()
        return !Self.omittedFields.contains(name) && !headers.contains { $0.isNamed(field.name) }
            && !SecretNames.headers.contains(name) && !Placeholder.occurs(in: field.text)
    }

    /// The names of fields whose values depend on the connection, the cache or the cookies of a client.
    private static let omittedFields: Set<String> = [
        "host", "accept-encoding", "expect", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since",
        "if-range", "cookie",
    ]
}
