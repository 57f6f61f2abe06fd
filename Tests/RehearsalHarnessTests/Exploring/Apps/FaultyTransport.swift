import Foundation
import ReferenceClients

/// A defect in the way in which an app uses the network.
enum TransportDefect: String, Sendable {
    /// A POST whose connection is lost is sent once more.
    case repeatsWrites
    /// Each attempt of a request has another idempotency key.
    case changesKeys
    /// The first reply to a read is the reply to each later one.
    case keepsReplies
    /// The first reply to a read is the reply to a later one that fails.
    case returnsToFirstReply
    /// A rejection in a reply with a success status is a success.
    case ignoresRejections
    /// A line of a cart that could not be delivered is no longer queued.
    case dropsFailedLine
}

/// A transport with a defect.
actor FaultyTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let defect: TransportDefect
    /// The first successful replies to reads, by URL.
    private var replies: [URL: HTTPResponse] = [:]

    init(_ base: any HTTPTransport, with defect: TransportDefect) { (self.base, self.defect) = (base, defect) }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch (defect, request.method) {
        case (.repeatsWrites, .post):
            do { return try await base.send(request) } catch { return try await base.send(request) }
        case (.changesKeys, .post):
            var request = request
            request.headers["Idempotency-Key"] = UUID().uuidString
            return try await base.send(request)
        case (.keepsReplies, .get):
            if let reply = replies[request.url] { return reply }
            return try await stored(request)
        case (.returnsToFirstReply, .get):
            do {
                let reply = try await stored(request)
                return reply.status == 200 ? reply : replies[request.url] ?? reply
            } catch {
                guard let reply = replies[request.url] else { throw error }
                return reply
            }
        case (.ignoresRejections, .post):
            var reply = try await base.send(request)
            let text = String(decoding: reply.body, as: UTF8.self)
            reply.body = Data(text.replacing(#""success":false"#, with: #""success":true"#).utf8)
            return reply
        default: return try await base.send(request)
        }
    }

    /// Sends a read, and stores the first successful reply.
    private func stored(_ request: HTTPRequest) async throws -> HTTPResponse {
        let reply = try await base.send(request)
        if reply.status == 200, replies[request.url] == nil { replies[request.url] = reply }
        return reply
    }
}
