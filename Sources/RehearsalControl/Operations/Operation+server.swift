import Rehearsal
import RehearsalPlatform
import RehearsalServer

extension Operation {
    static let about = Operation(
        id: "about",
        method: "GET",
        path: "/v1",
        summary: "What this server is, and where its clients reach it",
        success: Success(schema: "Server"),
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
        success: Success(status: 202, schema: "Stopping"),
        run: { call throws(Refusal) in
            call.settings.onStop()
            return .document(["stopping": true])
        }
    )
}
