package import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// A router that authorizes a request, executes its operation, and returns the reply.
struct Router: Sendable {
    let sessions: Sessions
    let settings: ControlServer.Options
    let authorization: AuthorizationState

    func respond(_ request: ControlRequest) async -> Scenario.Reply {
        do throws(APIError) {
            guard let authorizer = authorization.authorizer else {
                throw APIError(503, "starting", "The server is not ready yet.")
            }
            // A resource that supports GET supports HEAD (RFC 9110 §9.3.2). The backend omits the content of the reply.
            let method = request.method == "HEAD" ? "GET" : request.method
            if let file = RoomFile.named(request.segments), method == "GET" {
                // A browser loads the page before it knows the token, and the page contains no data.
                try authorizer.checkHost(request.headers)
                return file.reply
            }
            let principal = try authorizer.principal(request.headers)
            if request.segments == ["openapi.json"], method == "GET" {
                try authorizer.check(principal, keys: sessions.all.compactMap(\.key))
                return Self.openAPI(settings)
            }
            let operation = try operation(method, request)
            let name =
                operation.hasSessionInPath ? operation.sessionName(in: request.segments) ?? "" : Sessions.mainName
            let session = sessions[name]
            try authorizer.check(principal, operation, key: session?.key)
            guard let session else { throw APIError.unknownSession(name) }
            sessions.renewLease(name)
            let call = OperationCall(
                sessions: sessions,
                settings: settings,
                session: session,
                values: try operation.values(of: request),
                hasServerToken: principal == .serverToken,
                lastEventID: request.headers["Last-Event-ID"]
            )
            return operation.reply(try await operation.run(call))
        } catch {
            return error.reply
        }
    }

    private func operation(_ method: String, _ request: ControlRequest) throws(APIError) -> ControlOperation {
        let matching = ControlOperation.all.filter { $0.sessionName(in: request.segments) != nil }
        if let operation = matching.first(where: { $0.method == method }) { return operation }
        guard !matching.isEmpty || request.segments == ["openapi.json"] else {
            throw APIError(
                404,
                "no-operation",
                "The path is not an operation of this API.",
                detail: "GET /openapi.json describes every operation."
            )
        }
        let methods = matching.isEmpty ? ["GET"] : matching.map(\.method)
        let allowed = (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
        var error = APIError(405, "method", "\(method) is not allowed here.", detail: "Allowed: \(allowed).")
        error.headers = ["Allow": .init(stringLiteral: allowed)]
        throw error
    }

    private static func openAPI(_ settings: ControlServer.Options) -> Scenario.Reply {
        let document = OpenAPI.document(version: settings.version)
        let headers: Scenario.Headers = ["Content-Type": "application/json"]
        return Scenario.Reply(200, headers: headers, body: .bytes(document.printableBytes(pretty: true)))
    }
}

extension ControlOperation {
    /// Every operation of the API.
    static let all: [ControlOperation] = [
        ServerOperations.about, ServerOperations.stop, SessionOperations.list, SessionOperations.create,
        SessionOperations.show, SessionOperations.end, ScenarioOperations.play, ScenarioOperations.reset,
        ScenarioOperations.release, ScenarioOperations.hold, JournalOperations.wait, JournalOperations.findings,
        JournalOperations.journal, ScenarioOperations.advance, SessionOperations.setLease, EventOperations.events,
        EventOperations.exchange, CatalogueOperations.scenarios, CatalogueOperations.faults,
        AmendmentOperations.overlays, AmendmentOperations.setOverlay, AmendmentOperations.setNextReply,
        AmendmentOperations.cancelNextReplies, AmendmentOperations.addEndpoint, ResourceOperations.items,
        ResourceOperations.changeItem, SavingOperations.har, SavingOperations.ticket,
    ]
}

extension APIError {
    static func unknownSession(_ name: String) -> APIError {
        APIError(
            404,
            "no-session",
            "No session has that name.",
            detail: "GET /v1/sessions lists the sessions. This one may have ended, or its lease may have expired."
        )
    }
}

/// An error response of the control API, as problem details (RFC 9457).
package struct APIError: Error, Sendable {
    package var status: Int
    /// The last component of the problem's `type`: `no-session`.
    package var type: String
    /// One sentence that states the error.
    package var title: String
    /// The correction or the cause; nil if the title is sufficient.
    package var detail: String?
    package var headers: Scenario.Headers = [:]
    /// The diagnostics of the document in the request.
    package var diagnostics: [JSON] = []

    init(_ status: Int, _ type: String, _ title: String, detail: String? = nil) {
        (self.status, self.type, self.title, self.detail) = (status, type, title, detail)
    }

    /// Creates the error for a scenario that is not valid, with its diagnostics.
    init(_ diagnostics: [Diagnostic]) {
        self.init(422, "scenario", "The scenario cannot be played.", detail: diagnostics.first?.message)
        self.diagnostics = diagnostics.map(\.json)
    }

    var reply: Scenario.Reply {
        let extensions = diagnostics.isEmpty ? [] : [JSON.Member("diagnostics", .array(diagnostics))]
        let type = "urn:rehearsal:control:\(type)"
        let details = ProblemDetails(type, title: title, status: status, detail: detail, more: extensions)
        var headers = headers
        headers.append("Content-Type", ProblemDetails.mediaType)
        return Scenario.Reply(status, headers: headers, body: .bytes(details.bytes))
    }
}
