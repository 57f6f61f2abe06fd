import Rehearsal
import RehearsalServer

/// The operations that change the state of a session.
enum PlayOperations {
    static let play = Operation(
        id: "play",
        method: "POST",
        path: "/v1/sessions/{name}/play",
        summary: "Switches to another scenario: keeps port and journal, resets turns and state, ends open exchanges",
        body: SessionOperations.documents,
        alternatives: ["scenario", "file"],
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in
            let scenario = try call.scenario()
            return try call.playing { backend throws(Backend.StartError) in try backend.play(scenario) }
        }
    )

    static let reset = Operation(
        id: "reset",
        method: "POST",
        path: "/v1/sessions/{name}/reset",
        summary: "Restarts the scenario of a session",
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in
            try call.playing { backend throws(Backend.StartError) in try backend.reset() }
        }
    )

    static let release = Operation(
        id: "release",
        method: "POST",
        path: "/v1/sessions/{name}/release",
        summary: "Releases a hold: sends the replies that wait for it, and no longer holds later ones",
        body: [hold],
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in try call.holding { backend, name in try backend.release(name) } }
    )

    static let keep = Operation(
        id: "hold",
        method: "POST",
        path: "/v1/sessions/{name}/hold",
        summary: "Activates a hold again",
        body: [hold],
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in try call.holding { backend, name in try backend.hold(name) } }
    )

    static let advance = Operation(
        id: "advanceClock",
        method: "POST",
        path: "/v1/sessions/{name}/clock",
        summary: "Advances the clock of a session: delays, lifetimes and windows end that much earlier",
        body: [Field(name: "advance", kind: .duration, about: "how far to advance the clock", isRequired: true)],
        success: Operation.Success(schema: "Clock"),
        run: { call throws(Refusal) in
            call.member.backend.advance(by: call.duration("advance") ?? .zero)
            return .document(["ahead": .string(Durations.text(call.member.backend.ahead))])
        }
    )

    private static let hold = Field(
        name: "hold",
        kind: .text,
        about: "the name of a hold in the scenario",
        isRequired: true
    )
}

extension Call {
    /// Changes the scenario that the session plays, and returns the session's document.
    fileprivate func playing(
        _ begin: (Backend) throws(Backend.StartError) -> Void
    ) throws(Refusal) -> Operation.Answer {
        do throws(Backend.StartError) {
            try begin(member.backend)
        } catch {
            throw Refusal(422, "scenario", "The scenario cannot be played.", detail: error.description)
        }
        return .document(member.json)
    }

    fileprivate func holding(_ change: (Backend, String) throws -> Void) throws(Refusal) -> Operation.Answer {
        do {
            try change(member.backend, text("hold") ?? "")
        } catch {
            throw Refusal(404, "no-hold", "No hold has that name.", detail: "\(error)")
        }
        return .document(member.json)
    }
}
