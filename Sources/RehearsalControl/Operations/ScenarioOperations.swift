import Rehearsal
import RehearsalServer

/// The operations that change the state of a session.
enum ScenarioOperations {
    static let play = ControlOperation(
        id: "play",
        method: "POST",
        path: "/v1/sessions/{name}/play",
        summary: "Switches to another scenario: resets reply sequences and state, keeps port and journal",
        body: SessionOperations.documents,
        exclusiveFields: ["scenario", "file"],
        success: ControlOperation.Success(schema: "Session"),
        run: { call throws(APIError) in
            let scenario = try call.scenario()
            return try call.changeScenario { backend throws(Backend.StartError) in try backend.play(scenario) }
        }
    )

    static let reset = ControlOperation(
        id: "reset",
        method: "POST",
        path: "/v1/sessions/{name}/reset",
        summary: "Restarts the scenario of a session, without overlays and other changes",
        success: ControlOperation.Success(schema: "Session"),
        run: { call throws(APIError) in
            try call.changeScenario { backend throws(Backend.StartError) in try backend.reset() }
        }
    )

    static let release = ControlOperation(
        id: "release",
        method: "POST",
        path: "/v1/sessions/{name}/release",
        summary: "Releases a hold: sends the replies that wait for it, and no longer holds later replies",
        body: [holdField],
        success: ControlOperation.Success(schema: "Session"),
        run: { call throws(APIError) in try call.changeHold { backend, name in try backend.release(name) } }
    )

    static let hold = ControlOperation(
        id: "hold",
        method: "POST",
        path: "/v1/sessions/{name}/hold",
        summary: "Holds later replies again, after a release",
        body: [holdField],
        success: ControlOperation.Success(schema: "Session"),
        run: { call throws(APIError) in try call.changeHold { backend, name in try backend.hold(name) } }
    )

    static let advance = ControlOperation(
        id: "advanceClock",
        method: "POST",
        path: "/v1/sessions/{name}/clock",
        summary: "Advances the clock of a session, so that delays, token lifetimes and quota windows end earlier",
        body: [
            OperationField(
                name: "advance",
                kind: .duration,
                description: "how far to advance the clock",
                isRequired: true
            )
        ],
        success: ControlOperation.Success(schema: "Clock"),
        run: { call throws(APIError) in
            call.session.backend.advance(by: call.duration("advance") ?? .zero)
            return .document(["ahead": .string(DurationFormat.text(call.session.backend.timeOffset))])
        }
    )

    private static let holdField = OperationField(
        name: "hold",
        kind: .text,
        description: "the name of a hold in the scenario",
        isRequired: true
    )
}

extension OperationCall {
    /// Changes the scenario that the session plays, and returns the JSON document of the session.
    fileprivate func changeScenario(
        _ change: (Backend) throws(Backend.StartError) -> Void
    ) throws(APIError) -> ControlOperation.Response {
        do throws(Backend.StartError) {
            try change(session.backend)
        } catch {
            throw APIError(422, "scenario", "The scenario cannot be played.", detail: error.description)
        }
        return .document(session.json)
    }

    fileprivate func changeHold(_ change: (Backend, String) throws -> Void) throws(APIError)
        -> ControlOperation.Response
    {
        do {
            try change(session.backend, text("hold") ?? "")
        } catch {
            throw APIError(404, "no-hold", "No hold has that name.", detail: "\(error)")
        }
        return .document(session.json)
    }
}
