package import Rehearsal
package import RehearsalContracts

extension Notes {
    /// The backend of the notes app, which holds the notes, the tokens and the idempotency keys.
    ///
    /// It issues all tokens that it accepts: a client logs in at `POST /auth/login`. A refresh token is valid once.
    package static let model = Scenario(
        "notes",
        summary: "a list of notes, with tokens and idempotency keys",
        endpoints: [.post("/auth/logout", replies: [Scenario.Reply(204)])],
        auth: Scenario.Auth(
            bearer: .init(
                protects: ["/notes/**"],
                issues: [
                    .init(.post, "/auth/login"),
                    .init(.post, "/auth/refresh", takes: JSON.Pointer(tokens: ["refresh_token"]), rotates: true),
                ]
            )
        ),
        idempotency: [.init(header: idempotencyKey, .post, "/notes")],
        resources: [.init(at: "/notes", items: initialNotes.map(\.json), paging: .page, pageSize: 100)]
    )

    /// The notes of the backend at the start.
    package static let initialNotes = [
        Note(id: 1, title: "Return the ladder", edit: 101), Note(id: 2, title: "Buy seventeen lemons", edit: 102),
        Note(id: 3, title: "Paint the shed", edit: 103),
    ]

    /// The exploration of the client against its model backend.
    package static let exploration: Exploration = {
        var exploration = Exploration(
            model: model,
            views: ["listNotes": "/notes"],
            synchronizations: ["sync"],
            signOuts: ["logout"]
        )
        (exploration.deadline, exploration.storesOwnWrites) = (deadline, true)
        return exploration
    }()
}
