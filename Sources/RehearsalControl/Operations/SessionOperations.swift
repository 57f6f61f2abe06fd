import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// The operations that create, show and end sessions.
enum SessionOperations {
    static let list = Operation(
        id: "listSessions",
        method: "GET",
        path: "/v1/sessions",
        summary: "Lists the sessions of this server",
        success: Operation.Success(schema: "Sessions"),
        run: { call throws(Refusal) in .document(["sessions": .array(call.sessions.all.map(\.json))]) }
    )

    static let make = Operation(
        id: "createSession",
        method: "POST",
        path: "/v1/sessions",
        summary: "Creates a session that plays a scenario",
        body: [
            Field(name: "name", kind: .name, about: "the name of the session; by default k1, k2 and so on"),
            Field(
                name: "port",
                kind: .integer(0...65_535),
                about: "a port of its own, 0 for any free port; by default it shares the port of the first session"
            ),
            lease,
        ] + documents,
        alternatives: ["scenario", "file"],
        success: Operation.Success(status: 201, schema: "Session"),
        problems: [409: "The name or the port is in use."],
        run: { call throws(Refusal) in
            let scenario = try call.scenario()
            let member: Sessions.Member
            do throws(Backend.StartError) {
                member = try call.sessions.make(
                    scenario,
                    named: call.text("name"),
                    port: call.integer("port"),
                    lease: call.duration("lease")
                )
            } catch {
                throw Refusal(409, "cannot-start", "The session cannot be started.", detail: error.description)
            }
            guard case .object(let members) = member.json else { return .document(member.json) }
            let key = JSON.Member("key", .text(member.key))
            return .made(.object(members + [key]), at: "/v1/sessions/\(member.name)")
        }
    )

    static let show = Operation(
        id: "getSession",
        method: "GET",
        path: "/v1/sessions/{name}",
        summary: "Shows the scenario of a session, and the number of requests received",
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in .document(call.member.json) }
    )

    static let end = Operation(
        id: "deleteSession",
        method: "DELETE",
        path: "/v1/sessions/{name}",
        summary: "Ends a session: closes its port and its connections, and discards its journal",
        success: Operation.Success(status: 204),
        problems: [409: "The first session ends only with the server."],
        run: { call throws(Refusal) in
            guard await call.sessions.end(call.member.name) else {
                throw Refusal(
                    409,
                    "first-session",
                    "The first session ends only with the server.",
                    detail: "POST /v1/stop stops the server."
                )
            }
            return .nothing
        }
    )

    static let setLease = Operation(
        id: "setLease",
        method: "POST",
        path: "/v1/sessions/{name}/lease",
        summary: "Sets the time without use after which a session ends",
        body: [Field(name: lease.name, kind: lease.kind, about: lease.about, isRequired: true)],
        success: Operation.Success(schema: "Session"),
        problems: [409: "The first session ends only with the server."],
        run: { call throws(Refusal) in
            guard call.member.name != Sessions.first else {
                throw Refusal(409, "first-session", "The first session cannot have a lease.")
            }
            guard let member = call.sessions.setLease(call.duration("lease"), of: call.member.name) else {
                throw Refusal.noSession(call.member.name)
            }
            return .document(member.json)
        }
    )

    /// The two fields that give the scenario to play.
    static let documents = [
        Field(name: "scenario", kind: .scenario, about: "a scenario document, which must not refer to files"),
        Field(
            name: "file",
            kind: .path,
            about: "the absolute path of a scenario or a recording on the server's machine; needs the server's token"
        ),
    ]

    private static let lease = Field(
        name: "lease",
        kind: .lease,
        about: "the time without requests or calls of this API after which the session ends; by default none"
    )
}

/// The operations on the server itself.
enum ServerOperations {
    static let about = Operation(
        id: "about",
        method: "GET",
        path: "/v1",
        summary: "Shows the version and the base URL of this server",
        success: Operation.Success(schema: "Server"),
        run: { call throws(Refusal) in
            .document([
                "rehearsal": .string(call.settings.version),
                "pid": JSON(integerLiteral: Int(getpid())),
                "baseURL": .string(call.sessions.front.origin),
                "sessions": JSON(integerLiteral: call.sessions.count),
            ])
        }
    )

    static let stop = Operation(
        id: "stop",
        method: "POST",
        path: "/v1/stop",
        summary: "Stops the server, as SIGTERM does",
        isForOwner: true,
        success: Operation.Success(status: 202, schema: "Stopping"),
        run: { call throws(Refusal) in
            call.settings.onStop()
            return .document(["stopping": true])
        }
    )
}
