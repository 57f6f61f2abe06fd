import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// The operations that create, show and end sessions.
enum SessionOperations {
    static let list = ControlOperation(
        id: "listSessions",
        method: "GET",
        path: "/v1/sessions",
        summary: "Lists the sessions of this server",
        success: ControlOperation.Success(schema: "Sessions"),
        run: { call throws(APIError) in .document(["sessions": .array(call.sessions.all.map(\.json))]) }
    )

    static let create = ControlOperation(
        id: "createSession",
        method: "POST",
        path: "/v1/sessions",
        summary: "Creates a session that plays a scenario",
        body: [
            OperationField(
                name: "name",
                kind: .name,
                description: "the name of the session; by default k1, k2 and so on"
            ),
            OperationField(
                name: "port",
                kind: .integer(0...65_535),
                description:
                    "a port of its own, where 0 selects a free port; by default it shares the port of the first session"
            ),
            lease,
        ] + documents,
        exclusiveFields: ["scenario", "file"],
        success: ControlOperation.Success(status: 201, schema: "Session"),
        problems: [409: "The name or the port is in use."],
        run: { call throws(APIError) in
            let scenario = try call.scenario()
            let session: Sessions.ManagedSession
            do throws(Backend.StartError) {
                session = try call.sessions.create(
                    scenario,
                    named: call.text("name"),
                    port: call.integer("port"),
                    lease: call.duration("lease")
                )
            } catch {
                throw APIError(409, "cannot-start", "The session cannot be started.", detail: error.description)
            }
            guard case .object(let members) = session.json else { return .document(session.json) }
            let key = JSON.Member("key", .text(session.key))
            return .created(.object(members + [key]), at: "/v1/sessions/\(session.name)")
        }
    )

    static let show = ControlOperation(
        id: "getSession",
        method: "GET",
        path: "/v1/sessions/{name}",
        summary: "Shows the scenario of a session, and the number of requests received",
        success: ControlOperation.Success(schema: "Session"),
        run: { call throws(APIError) in .document(call.session.json) }
    )

    static let end = ControlOperation(
        id: "deleteSession",
        method: "DELETE",
        path: "/v1/sessions/{name}",
        summary: "Ends a session: closes its port and its connections, and discards its journal",
        success: ControlOperation.Success(status: 204),
        problems: [409: "The first session ends only with the server."],
        run: { call throws(APIError) in
            guard await call.sessions.end(call.session.name) else {
                throw APIError(
                    409,
                    "first-session",
                    "The first session ends only with the server.",
                    detail: "POST /v1/stop stops the server."
                )
            }
            return .noContent
        }
    )

    static let setLease = ControlOperation(
        id: "setLease",
        method: "POST",
        path: "/v1/sessions/{name}/lease",
        summary: "Sets the time without use after which a session ends",
        body: [OperationField(name: lease.name, kind: lease.kind, description: lease.description, isRequired: true)],
        success: ControlOperation.Success(schema: "Session"),
        problems: [409: "The first session ends only with the server."],
        run: { call throws(APIError) in
            guard call.session.name != Sessions.mainName else {
                throw APIError(409, "first-session", "The first session cannot have a lease.")
            }
            guard let session = call.sessions.setLease(call.duration("lease"), of: call.session.name) else {
                throw APIError.unknownSession(call.session.name)
            }
            return .document(session.json)
        }
    )

    /// The two fields that contain or name the scenario to play. A request has one of them.
    static let documents = [
        OperationField(
            name: "scenario",
            kind: .scenario,
            description: "a scenario document, which must not refer to files"
        ),
        OperationField(
            name: "file",
            kind: .path,
            description:
                "the absolute path of a scenario or a recording on the server's machine; needs the server's token"
        ),
    ]

    private static let lease = OperationField(
        name: "lease",
        kind: .lease,
        description: "the time without requests or calls of this API after which the session ends; by default none"
    )
}

/// The operations on the server itself.
enum ServerOperations {
    static let about = ControlOperation(
        id: "about",
        method: "GET",
        path: "/v1",
        summary: "Shows the version and the base URL of this server",
        success: ControlOperation.Success(schema: "Server"),
        run: { call throws(APIError) in
            .document([
                "rehearsal": .string(call.settings.version),
                "pid": JSON(integerLiteral: Int(getpid())),
                "baseURL": .string(call.sessions.mainBackend.origin),
                "sessions": JSON(integerLiteral: call.sessions.count),
                "savesEndpoints": .bool(call.settings.saveEndpoint != nil),
            ])
        }
    )

    static let stop = ControlOperation(
        id: "stop",
        method: "POST",
        path: "/v1/stop",
        summary: "Stops the server, as SIGTERM does",
        requiresServerToken: true,
        success: ControlOperation.Success(status: 202, schema: "Stopping"),
        run: { call throws(APIError) in
            call.settings.onStop()
            return .document(["stopping": true])
        }
    )
}
