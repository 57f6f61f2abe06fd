import Rehearsal
import RehearsalContracts
import RehearsalGallery
import RehearsalHarness
import RehearsalServer
import TestAdmission
import Testing

@Suite("The notes client", .limitedConcurrency)
struct NotesClientTests {
    @Test("The client logs in before its first request, and sends the token.")
    func login() async throws {
        let sut = try NotesWorld()
        #expect(await sut.list() == "1 2 3")
        let entries = sut.backend.journal.entries
        #expect(entries.map(\.target) == ["/auth/login", "/notes"])
        #expect(entries.last?.headers["Authorization"]?.hasPrefix("Bearer ") == true)
        await sut.backend.stop()
    }

    @Test("An unchanged list is validated by its entity tag, and is fresh.")
    func notModified() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        #expect(await sut.list() == "1 2 3")
        #expect(try sut.requests(.get("/notes")).map(\.status) == [200, 304])
        await sut.backend.stop()
    }

    @Test("Without a connection, the client returns the stored list as stale and sends no request.")
    func offline() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        sut.setOnline(false)
        #expect(await sut.list() == "1 2 3 stale")
        #expect(try sut.requests(.get("/notes")).count == 1)
        await sut.backend.stop()
    }

    @Test("The stored list is stale if every attempt loses its connection.")
    func unreachable() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        try sut.lose(requests: 3, .get, "/notes")
        #expect(await sut.list() == "1 2 3 stale")
        #expect(sut.waitsInSeconds == "[0.1, 0.2]")
        #expect(try sut.requests(.get("/notes")).count == 4)
        await sut.backend.stop()
    }

    @Test("A list that cannot be fetched is an error if none is stored.")
    func nothingStored() async throws {
        let sut = try NotesWorld()
        sut.setOnline(false)
        #expect(await sut.list() == "transport(cannotConnect)")
        #expect(sut.backend.journal.count == 0)
        await sut.backend.stop()
    }

    @Test("A creation whose reply is lost is sent again with the same key, and takes effect once.")
    func lostReply() async throws {
        let sut = try NotesWorld()
        try sut.lose(replies: 1, .post, "/notes")
        #expect(await sut.create("Ferns") == "created")
        #expect(try sut.createdTitles == ["Ferns"])
        let keys = try sut.requests(.post("/notes")).map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
        await sut.backend.stop()
    }

    @Test("The stored list contains the changes of the user.")
    func ownWrites() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        await sut.create("Ferns")
        let updated = try await sut.client.updateNote(id: 1, title: "Return both ladders")
        try await sut.client.deleteNote(id: 2)
        sut.setOnline(false)
        let list = try await sut.client.listNotes()
        #expect(list.value.map(\.id) == [1, 3, 4])
        #expect(list.value.first == updated)
        await sut.backend.stop()
    }

    @Test("A deletion whose reply is lost succeeds, although the next attempt finds no note.")
    func lostDeletion() async throws {
        let sut = try NotesWorld()
        try sut.lose(replies: 1, .delete, "/notes/2")
        #expect(await sut.delete(2) == "done")
        #expect(try sut.requests(.delete("/notes/2")).count == 2)
        #expect(await sut.delete(2) == "http(404)")
        await sut.backend.stop()
    }

    @Test("A 401 is followed by a refresh and one more attempt.")
    func refresh() async throws {
        let sut = try NotesWorld(tokensLast: .uses(1))
        _ = await sut.list()
        #expect(await sut.list() == "1 2 3")
        let targets = sut.backend.journal.entries.map(\.target)
        #expect(targets == ["/auth/login", "/notes", "/notes", "/auth/refresh", "/notes"])
        await sut.backend.stop()
    }

    @Test("Calls that receive a 401 at the same time share a refresh.")
    func sharedRefresh() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        let refused = Scenario.Reply(401, hold: Scenario.Hold(untilWaiting: 3))
        try sut.answer(.get, "/notes", refused, refused, refused)
        async let first = sut.list()
        async let second = sut.list()
        async let third = sut.list()
        #expect(await [first, second, third] == ["1 2 3", "1 2 3", "1 2 3"])
        #expect(try sut.requests(.post("/auth/refresh")).count == 1)
        await sut.backend.stop()
    }

    @Test("A rejected refresh token ends the session, and the next call logs in.")
    func rejectedRefresh() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        try sut.answer(.get, "/notes", Scenario.Reply(401))
        try sut.answer(.post, "/auth/refresh", Scenario.Reply(400))
        #expect(await sut.list() == "auth(refreshFailed)")
        #expect(await sut.list() == "1 2 3")
        #expect(try sut.requests(.post("/auth/login")).count == 2)
        await sut.backend.stop()
    }

    @Test("Each call loads one more page, and only a page that failed is requested again.")
    func pages() async throws {
        let sut = try NotesWorld()
        #expect(await sut.loadMore() == "1 2")
        try sut.answer(.get, "/notes", Scenario.Reply(404))
        #expect(await sut.loadMore() == "http(404)")
        #expect(await sut.loadMore() == "1 2 3")
        #expect(await sut.loadMore() == "1 2")
        let targets = try sut.requests(.get("/notes")).map(\.target)
        #expect(targets.map { $0.dropFirst("/notes?page=".count).first } == ["1", "2", "2", "1"])
        await sut.backend.stop()
    }

    @Test("Notes that are created without a connection are queued, and delivered in order.")
    func queue() async throws {
        let sut = try NotesWorld()
        sut.setOnline(false)
        #expect(await sut.create("Ferns") == "queued")
        #expect(await sut.create("Moss") == "queued")
        #expect(await sut.sync() == "transport(cannotConnect)")
        sut.setOnline(true)
        #expect(await sut.sync() == "done")
        #expect(try sut.createdTitles == ["Ferns", "Moss"])
        let keys = try sut.requests(.post("/notes")).map { $0.headers["Idempotency-Key"] }
        #expect(Set(keys).count == 2)
        #expect(await sut.sync() == "done")
        #expect(try sut.requests(.post("/notes")).count == 2)
        await sut.backend.stop()
    }

    @Test("A delivery that fails keeps its note and those after it.")
    func failedDelivery() async throws {
        let sut = try NotesWorld()
        await sut.queue("Ferns", "Moss")
        try sut.lose(requests: 3, .post, "/notes")
        #expect(await sut.sync() == "transport(connectionLost, -2)")
        #expect(try sut.createdTitles == [])
        #expect(await sut.sync() == "done")
        #expect(try sut.createdTitles == ["Ferns", "Moss"])
        await sut.backend.stop()
    }

    @Test("A refused note does not prevent the delivery of the others.")
    func refusedDelivery() async throws {
        let sut = try NotesWorld()
        await sut.queue("Ferns", "Moss")
        try sut.answer(.post, "/notes", Scenario.Reply(422))
        #expect(await sut.sync() == "http(422)")
        #expect(try sut.createdTitles == ["Moss"])
        #expect(await sut.sync() == "done")
        await sut.backend.stop()
    }

    @Test("A logout sends the token once, and forgets the tokens, the list, the pages and the queue.")
    func logout() async throws {
        let sut = try NotesWorld()
        _ = await sut.list()
        _ = await sut.loadMore()
        await sut.queue("Ferns")
        try await sut.client.logout()
        let entry = try #require(try sut.requests(.post("/auth/logout")).first)
        #expect(entry.headers["Authorization"] == sut.backend.journal.entries[1].headers["Authorization"])
        #expect(await sut.sync() == "done")
        #expect(try sut.createdTitles == [])
        sut.setOnline(false)
        #expect(await sut.list() == "transport(cannotConnect)")
        sut.setOnline(true)
        #expect(await sut.loadMore() == "1 2")
        #expect(try sut.requests(.post("/auth/login")).count == 2)
        await sut.backend.stop()
    }

    @Test("A logout without a token sends no request.")
    func logoutWithoutToken() async throws {
        let sut = try NotesWorld()
        try await sut.client.logout()
        #expect(sut.backend.journal.count == 0)
        await sut.backend.stop()
    }
}

@Suite("The defects of the notes client", .limitedConcurrency)
struct NotesDefectTests {
    @Test("A sequence of calls shows each defect, and none in the client without one.", arguments: DefectSample.all)
    func sample(_ sample: DefectSample) async throws {
        #expect(try await sample.observation(of: nil) == sample.correct)
        #expect(try await sample.observation(of: sample.defect) == sample.faulty)
    }

    @Test("Each defect has a sample.")
    func coverage() {
        #expect(NotesDefect.allCases.count == 24)
        #expect(Set(DefectSample.all.map(\.defect)) == Set(NotesDefect.allCases))
    }

    @Test("Each property has a defect that violates it.")
    func properties() {
        let numbers = (1...10).map { "PROP-" + ($0 < 10 ? "0\($0)" : "\($0)") }
        #expect(Set(NotesDefect.allCases.map(\.property)) == Set(numbers))
    }

    @Test("The contract declares the operations of the client.")
    func contract() {
        let sut = Notes.client(with: nil).declaration
        let names = ["listNotes", "loadMore", "createNote", "updateNote", "deleteNote", "sync", "logout"]
        #expect(sut.operations.map(\.name) == names)
    }
}
