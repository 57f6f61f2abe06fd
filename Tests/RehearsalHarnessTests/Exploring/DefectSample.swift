import Rehearsal
import RehearsalGallery
import RehearsalServer

/// A sequence of calls and faults that shows a defect of the notes client.
struct DefectSample: Sendable, CustomStringConvertible {
    let defect: NotesDefect
    /// The observation if the client has no defect.
    let correct: String
    /// The observation if the client has the defect.
    let faulty: String
    /// The lifetime of the tokens.
    var lifetime = Scenario.Auth.Bearer.Lifetime.forever
    /// Makes the calls, and returns the observation.
    let observe: @Sendable (NotesWorld) async throws -> String

    init(
        _ defect: NotesDefect,
        correct: String,
        faulty: String,
        tokensLast lifetime: Scenario.Auth.Bearer.Lifetime = .forever,
        observe: @escaping @Sendable (NotesWorld) async throws -> String,
    ) {
        (self.defect, self.correct, self.faulty) = (defect, correct, faulty)
        (self.lifetime, self.observe) = (lifetime, observe)
    }

    var description: String { defect.rawValue }

    /// Returns the observation of a client with or without the defect.
    func observation(of defect: NotesDefect?) async throws -> String {
        let world = try NotesWorld(defect, tokensLast: lifetime)
        let observation = try await observe(world)
        await world.backend.stop()
        return observation
    }

    static let all = values + requests + writes + queued + sessions + laterCalls
}

extension Scenario.Reply {
    /// Returns a 503 with a `Retry-After` in seconds.
    static func busy(for seconds: Int) -> Scenario.Reply {
        Scenario.Reply(503, headers: ["Retry-After": "\(seconds)"])
    }

    /// The reply with the initial notes, cut within its second item.
    static var truncatedList: Scenario.Reply {
        Scenario.Reply(
            body: .json(.array(Notes.initialNotes.map(\.json))),
            fault: Fault(.close, at: .body(.percent(60)))
        )
    }
}

extension DefectSample {
    /// Samples whose observation is the returned value.
    private static let values = [
        DefectSample(.repairsRetriedList, correct: "transport(incomplete, -3)", faulty: "1") { world in
            try world.answer(.get, "/notes", Scenario.Reply(503), .truncatedList)
            return await world.list()
        },
        DefectSample(.storesTruncatedList, correct: "transport(cannotConnect)", faulty: "1 stale") { world in
            try world.answer(.get, "/notes", .truncatedList)
            _ = await world.list()
            world.setOnline(false)
            return await world.list()
        },
        DefectSample(.validatesRemovedList, correct: "1 2 3", faulty: "") { world in
            _ = await world.list()
            try await world.client.logout()
            return await world.list()
        },
        DefectSample(.skipsFailedPage, correct: "1 2 3", faulty: "1 2") { world in
            _ = await world.loadMore()
            try world.answer(.get, "/notes", Scenario.Reply(404))
            _ = await world.loadMore()
            return await world.loadMore()
        },
        DefectSample(.losesRetriedCreation, correct: "1 2 3 4 stale", faulty: "1 2 3 stale") { world in
            _ = await world.list()
            try world.lose(requests: 1, .post, "/notes")
            await world.create("Water the ferns")
            world.setOnline(false)
            return await world.list()
        },
        DefectSample(.keepsDeletedNote, correct: "1 3 stale", faulty: "1 2 3 stale") { world in
            _ = await world.list()
            try world.lose(replies: 1, .delete, "/notes/2")
            try await world.client.deleteNote(id: 2)
            world.setOnline(false)
            return await world.list()
        },
    ]

    /// Samples whose observation is about attempts, waits and errors of one call.
    private static let requests = [
        DefectSample(.restartsDeadline, correct: "http(503)", faulty: "1 2 3") { world in
            try world.answer(.get, "/notes", .busy(for: 15), Scenario.Reply(401), .busy(for: 15))
            return await world.list()
        },
        DefectSample(.restartsAttempts, correct: "http(503)", faulty: "1 2 3") { world in
            let failure = Scenario.Reply(503)
            try world.answer(.get, "/notes", failure, Scenario.Reply(401), failure, failure)
            return await world.list()
        },
        DefectSample(.ignoresRetryAfterAfterLoss, correct: "[0.1, 3.0]", faulty: "[0.1, 0.2]") { world in
            try world.lose(requests: 1, .get, "/notes")
            try world.answer(.get, "/notes", .busy(for: 3))
            _ = await world.list()
            return world.waitsInSeconds
        },
        DefectSample(.continuesBackoff, correct: "[0.1, 0.2, 0.1]", faulty: "[0.1, 0.2, 0.4]") { world in
            let failure = Scenario.Reply(503)
            try world.answer(.get, "/notes", failure, failure, failure, failure)
            _ = await world.list()
            _ = await world.list()
            return world.waitsInSeconds
        },
        DefectSample(.losesStatusAfterLoss, correct: "http(404)", faulty: "transport(connectionLost, -2)") { world in
            try world.lose(requests: 1, .get, "/notes")
            try world.answer(.get, "/notes", Scenario.Reply(404))
            return await world.list()
        },
        DefectSample(.losesDetailsAfterRefresh, correct: "gone", faulty: "") { world in
            try world.answer(.get, "/notes", Scenario.Reply(401), Scenario.Reply(404, body: .text("gone")))
            do { _ = try await world.client.listNotes() } catch NotesError.http(let reply) {
                return String(decoding: reply.body, as: UTF8.self)
            }
            return "a value"
        },
    ]
}

extension NotesWorld {
    /// The waits that the client has requested, in seconds.
    var waitsInSeconds: String { "\(waits.map { $0 / .seconds(1) })" }
}
