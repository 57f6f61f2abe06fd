import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The worker of a scene", .limitedConcurrency)
struct SceneWorkerTests {
    private let clock = RecordingClock()
    private let input = SubmissionInput(subject: "harbour", comment: "The timetable is out of date.")

    private func sut(_ backend: Backend) -> SceneWorker {
        SceneWorker(networking: Networking(client: APIClient(baseURL: backend.baseURL, clock: clock)))
    }

    @Test("The data have every field of the recording.", .backend("apps/features/happy-path"))
    func data() async throws {
        let backend = try Backend.current
        let expected = SceneData(
            id: "harbour",
            title: "Harbour",
            text: "Ferries leave every ten minutes from pier 3.",
            updatedAt: try #require(Timestamp("2026-03-04T06:00:12Z")).date
        )
        #expect(try await sut(backend).fetchData(id: "harbour") == expected)
        #expect(backend.journal.requests == ["GET /data/harbour"])
    }

    @Test("Missing data throw a 404 with the backend's message.", .backend("apps/features/happy-path"))
    func missing() async throws {
        let error = try await networkError { try await sut(try Backend.current).fetchData(id: "moon") }
        #expect(error.failure?.status == 404)
        #expect(error.localizedDescription == "There is no place of that name.")
    }

    @Test("An identity is encoded as one path segment.", .backend("apps/features/happy-path"))
    func segment() async throws {
        let backend = try Backend.current
        _ = try await networkError { try await sut(backend).fetchData(id: "a/b?c") }
        #expect(backend.journal.requests == ["GET /data/a%2Fb%3Fc"])
    }

    @Test(
        "A comment is sent as it was entered, and returns the backend's message.",
        .backend("apps/features/happy-path")
    )
    func submit() async throws {
        let backend = try Backend.current
        #expect(try await sut(backend).submitData(input) == "Thank you, we read every comment.")
        let entry = try #require(backend.journal.entries.first)
        #expect(backend.journal.requests == ["POST /submissions"])
        let expected: JSON = ["subject": "harbour", "comment": "The timetable is out of date."]
        #expect(try JSON(parsing: entry.text).isEquivalent(to: expected))
        #expect(entry.headers["Content-Type"] == "application/json")
    }

    @Test("A rejection within a 200 throws an error with the backend's message.", .backend("apps/features/refused"))
    func refused() async throws {
        let backend = try Backend.current
        let error = await #expect(throws: RejectionError(message: "You have sent this comment already.")) {
            try await sut(backend).submitData(input)
        }
        #expect(error?.localizedDescription == "You have sent this comment already.")
        #expect(backend.journal.count == 1)
    }

    @Test("A rejection without a message throws a default one, and a success without a message is empty.")
    func wordless() async throws {
        let replies = [false, true].map { Scenario.Reply(body: .json(["success": .bool($0)])) }
        let backend = try Backend.start(Scenario("wordless", endpoints: [.post("/submissions", replies: replies)]))
        await #expect(throws: RejectionError(message: "This could not be done.")) {
            try await sut(backend).submitData(input)
        }
        #expect(try await sut(backend).submitData(input) == "")
    }

    @Test("A reply without a verdict and an invalid date are decoding errors.", .backend("apps/features/malformed"))
    func malformed() async throws {
        let backend = try Backend.current
        let submission = try await networkError { try await sut(backend).submitData(input) }
        #expect(submission.codingPath == "success")
        let data = try await networkError { try await sut(backend).fetchData(id: "harbour") }
        #expect(data.codingPath == "updated_at")
    }

    @Test("A comment whose reply was lost is not repeated.", .backend("apps/features/lost-reply"))
    func lostReply() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await sut(backend).submitData(input) }
        #expect(error.urlErrorCode == .networkConnectionLost)
        #expect(backend.journal.count == 1)
    }

    @Test("Data with another identity or a blank one throw an error.", arguments: ["airport", " "])
    func another(_ id: String) async throws {
        let data: JSON = ["id": .string(id), "title": "", "text": "", "updated_at": "2026-03-04T06:00:12Z"]
        let backend = try Backend.start(
            Scenario("another", endpoints: [.get("/data/{id}", replies: [.init(body: .json(data))])])
        )
        let error = try await networkError { try await sut(backend).fetchData(id: "harbour") }
        guard case .decodingError = error else { throw Unwanted(description: "\(error)") }
    }

    @Test("A comment that got a 503 is not repeated.", .backend("apps/features/outage"))
    func outage() async throws {
        let backend = try Backend.current
        let error = try await networkError { try await sut(backend).submitData(input) }
        #expect(error.failure?.status == 503)
        #expect(backend.journal.count == 1)
        #expect(clock.requested.isEmpty)
    }
}
