import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// The operations that make, show and end sessions.
enum SessionOperations {
    static let list = Operation(
        id: "listSessions",
        method: "GET",
        path: "/v1/sessions",
        summary: "The sessions of this server",
        success: Operation.Success(schema: "Sessions"),
        run: { call throws(Refusal) in .document(["sessions": .array(call.sessions.all.map(\.json))]) }
    )

    static let make = Operation(
        id: "createSession",
        method: "POST",
        path: "/v1/sessions",
        summary: "Plays a scenario in a session of its own",
        body: [
            Field(name: "name", kind: .name, about: "what it is called; k1, k2 and so on if nothing is said"),
            Field(
                name: "port",
                kind: .integer(0...65_535),
                about: "a port of its own, 0 for any that is free; without it the session shares the first one's port"
            ),
            lease,
        ] + documents,
        alternatives: ["scenario", "file"],
        success: Operation.Success(status: 201, schema: "Session"),
        problems: [409: "The name is taken, or the port."],
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
        summary: "What a session plays, and what has arrived",
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in .document(call.member.json) }
    )

    static let end = Operation(
        id: "deleteSession",
        method: "DELETE",
        path: "/v1/sessions/{name}",
        summary: "Ends a session: its port, its connections and its journal go",
        success: Operation.Success(status: 204),
        problems: [409: "The session that the server began with ends with the server."],
        run: { call throws(Refusal) in
            guard await call.sessions.end(call.member.name) else {
                throw Refusal(
                    409,
                    "first-session",
                    "The session that the server began with ends with the server.",
                    detail: "POST /v1/stop ends both."
                )
            }
            return .nothing
        }
    )

    static let setLease = Operation(
        id: "setLease",
        method: "POST",
        path: "/v1/sessions/{name}/lease",
        summary: "Lets a session end by itself when nobody has had to do with it for a while",
        body: [Field(name: lease.name, kind: lease.kind, about: lease.about, isRequired: true)],
        success: Operation.Success(schema: "Session"),
        problems: [409: "The session that the server began with ends with the server."],
        run: { call throws(Refusal) in
            guard call.member.name != Sessions.first else {
                throw Refusal(409, "first-session", "The session that the server began with has no lease.")
            }
            guard let member = call.sessions.setLease(call.duration("lease"), of: call.member.name) else {
                throw Refusal.noSession(call.member.name)
            }
            return .document(member.json)
        }
    )

    /// The scenario that is to be played, in one of two ways.
    static let documents = [
        Field(name: "scenario", kind: .scenario, about: "a scenario document; it refers to no files"),
        Field(
            name: "file",
            kind: .path,
            about: "the absolute path of a scenario or a recording on the server's machine; only for the server's owner"
        ),
    ]

    private static let lease = Field(
        name: "lease",
        kind: .lease,
        about: "how long it stays when neither clients nor this API have to do with it; for ever if nothing is said"
    )
}

/// The operations on the server itself.
enum ServerOperations {
    static let about = Operation(
        id: "about",
        method: "GET",
        path: "/v1",
        summary: "What this server is, and where its clients reach it",
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
        summary: "Ends the server, as SIGTERM does",
        isForOwner: true,
        success: Operation.Success(status: 202, schema: "Stopping"),
        run: { call throws(Refusal) in
            call.settings.onStop()
            return .document(["stopping": true])
        }
    )
}
