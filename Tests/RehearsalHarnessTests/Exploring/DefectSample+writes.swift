import Rehearsal
import RehearsalGallery
import RehearsalServer

extension DefectSample {
    /// Samples whose observation is the number or the order of the notes that the server has created.
    static let writes = [
        DefectSample(.newKeyOnLastAttempt, correct: "Ferns", faulty: "Ferns, Ferns") { world in
            try world.lose(requests: 1, replies: 1, .post, "/notes")
            await world.create("Ferns")
            return try world.createdTitles.joined(separator: ", ")
        },
        DefectSample(.newKeyAfterRefresh, correct: "Ferns", faulty: "Ferns, Ferns", tokensLast: .uses(1)) { world in
            try world.lose(replies: 1, .post, "/notes")
            await world.create("Ferns")
            return try world.createdTitles.joined(separator: ", ")
        },
        DefectSample(.newKeyPerSync, correct: "Ferns", faulty: "Ferns, Ferns", tokensLast: .uses(1)) { world in
            await world.queue("Ferns")
            try world.lose(replies: 1, .post, "/notes")
            try world.answer(.post, "/auth/refresh", Scenario.Reply(503))
            await world.sync()
            await world.sync()
            return try world.createdTitles.joined(separator: ", ")
        },
    ]

    /// Samples whose observation is the delivery of queued notes.
    static let queued = [
        DefectSample(.movesFailedNote, correct: "Ferns, Moss", faulty: "Moss, Ferns") { world in
            await world.queue("Ferns", "Moss")
            try world.lose(requests: 3, .post, "/notes")
            await world.sync()
            await world.sync()
            return try world.createdTitles.joined(separator: ", ")
        },
        DefectSample(.dropsTwiceFailedNote, correct: "Ferns", faulty: "") { world in
            await world.queue("Ferns")
            try world.lose(requests: 6, .post, "/notes")
            await world.sync()
            await world.sync()
            await world.sync()
            return try world.createdTitles.joined(separator: ", ")
        },
        DefectSample(.resumesSyncAlone, correct: "3 requests", faulty: "4 requests") { world in
            await world.queue("Ferns")
            try world.lose(requests: 3, .post, "/notes")
            await world.sync()
            // The background task of the faulty client sleeps for one second, which ends before this pause.
            try await world.clock.pause(for: .seconds(5))
            if world.waits.count > 2 {
                try await world.backend.wait(for: .post("/notes"), count: 4, within: .seconds(240))
            }
            return "\(try world.requests(.post("/notes")).count) requests"
        },
    ]

    /// Samples whose observation is about tokens.
    static let sessions = [
        DefectSample(.repeatsLostRefresh, correct: "1 refresh", faulty: "2 refresh") { world in
            try world.answer(.get, "/notes", Scenario.Reply(401))
            try world.lose(replies: 1, .post, "/auth/refresh")
            _ = await world.list()
            return "\(try world.requests(.post("/auth/refresh")).count) refresh"
        },
        DefectSample(.refreshesWithUsedToken, correct: "auth(unauthenticated)", faulty: "auth(refreshFailed)") {
            world in
            try world.answer(.get, "/notes", Scenario.Reply(401), Scenario.Reply(401))
            return await world.list()
        },
        DefectSample(.retriesWithReplacedToken, correct: "1 use", faulty: "2 uses") { world in
            try world.answer(.get, "/notes", Scenario.Reply(401), Scenario.Reply(503))
            _ = await world.list()
            let tokens = try world.requests(.get("/notes")).map { $0.headers["Authorization"] }
            let count = tokens.count { $0 == tokens.first }
            return count == 1 ? "1 use" : "\(count) uses"
        },
    ]

    /// Samples whose observation is about a later call.
    static let laterCalls = [
        DefectSample(.keepsUnreadableRefresh, correct: "1 2 3", faulty: "auth(refreshFailed)") { world in
            try world.answer(.get, "/notes", Scenario.Reply(401))
            try world.answer(.post, "/auth/refresh", Scenario.Reply(body: .json(["token": "t"])))
            _ = await world.list()
            return await world.list()
        },
        DefectSample(.storesAfterLogout, correct: "transport(cannotConnect)", faulty: "1 2 3 stale") { world in
            try world.backend.add(.overlay(.get, "/notes", Scenario.Overlay(hold: "late")))
            async let late = world.list()
            try await world.backend.wait(for: .get("/notes"), within: .seconds(240))
            try await world.client.logout()
            try world.backend.release("late")
            _ = await late
            world.setOnline(false)
            return await world.list()
        },
        DefectSample(.readsLeftoverBytes, correct: "1 2 3", faulty: "") { world in
            let extra = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]".utf8)
            let reply = Scenario.Reply(body: .json([]), fault: Fault(.extraBytes(extra), at: .end))
            try world.answer(.get, "/notes", Scenario.Reply(503), reply)
            _ = await world.list()
            return await world.list()
        },
    ]
}
