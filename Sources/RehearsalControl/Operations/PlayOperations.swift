import Rehearsal
import RehearsalServer

/// The operations that change what a session plays, and when.
enum PlayOperations {
    static let play = Operation(
        id: "play",
        method: "POST",
        path: "/v1/sessions/{name}/play",
        summary: "Plays another scenario: same port, same journal; turns and state begin anew, open exchanges end",
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
        summary: "Plays the same scenario from the beginning",
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in
            try call.playing { backend throws(Backend.StartError) in try backend.reset() }
        }
    )

    static let release = Operation(
        id: "release",
        method: "POST",
        path: "/v1/sessions/{name}/release",
        summary: "Lets every reply go that is held by a name, those that wait and those that come later",
        body: [hold],
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in try call.holding { backend, name in try backend.release(name) } }
    )

    static let keep = Operation(
        id: "hold",
        method: "POST",
        path: "/v1/sessions/{name}/hold",
        summary: "Holds replies by a name again",
        body: [hold],
        success: Operation.Success(schema: "Session"),
        run: { call throws(Refusal) in try call.holding { backend, name in try backend.hold(name) } }
    )

    static let advance = Operation(
        id: "advanceClock",
        method: "POST",
        path: "/v1/sessions/{name}/clock",
        summary: "Lets time pass at once: delays, lifetimes and windows of this session end that much earlier",
        body: [Field(name: "advance", kind: .duration, about: "how much time passes", isRequired: true)],
        success: Operation.Success(schema: "Clock"),
        run: { call throws(Refusal) in
            call.member.backend.advance(by: call.duration("advance") ?? .zero)
            return .document(["ahead": .string(Durations.text(call.member.backend.ahead))])
        }
    )

    private static let hold = Field(
        name: "hold",
        kind: .text,
        about: "the name by which the scenario holds replies",
        isRequired: true
    )
}

extension Call {
    /// Has the session begin to play something, and shows what has become of it.
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
            throw Refusal(404, "no-hold", "No reply is held by that name.", detail: "\(error)")
        }
        return .document(member.json)
    }
}
