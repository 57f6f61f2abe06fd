import Foundation
import ReferenceClients
import Rehearsal
import RehearsalGallery

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport over plain sockets, which sends each request of an app exactly once.
///
/// `URLSession` may send a request again if a reused connection is closed, so that its requests are not those of the
/// app.
struct WireTransport: HTTPTransport {
    private let wire: WireClient
    private let timeout: Duration

    init(to url: URL, timeout: Duration) {
        wire = WireClient(host: url.host() ?? "", port: url.port ?? 80)
        self.timeout = timeout
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let query = request.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        let path = request.url.path(percentEncoded: true)
        var sent = WireRequest(
            request.method.rawValue,
            path + query,
            body: request.body.map(Array.init)
        )
        for field in request.headers.all { sent.headers.append(field.name, field.value) }
        do {
            let reply = try await wire.send(sent, within: timeout)
            var headers = HeaderFields()
            for field in reply.headers.fields { headers[field.name] = field.value }
            return HTTPResponse(status: reply.status, headers: headers, body: Data(reply.body))
        } catch let failure as WireFailure {
            throw NetworkError.networkError(URLError(failure.urlErrorCode))
        }
    }
}

extension WireFailure {
    /// The code with which `URLSession` reports such a failure.
    fileprivate var urlErrorCode: URLError.Code {
        switch self {
        case .unknownHost: .cannotFindHost
        case .cannotConnect: .cannotConnectToHost
        case .connectionLost: .networkConnectionLost
        case .incomplete, .malformed: .cannotParseResponse
        case .timedOut: .timedOut
        case .untrusted: .serverCertificateUntrusted
        case .undecodable: .cannotDecodeContentData
        }
    }
}
