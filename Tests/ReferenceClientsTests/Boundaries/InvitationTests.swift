import Foundation
import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@Suite("An invitation", .limitedConcurrency)
struct InvitationTests {
    private let dick = InviteUserRequest(email: "dick@manor.example", role: "editor")

    @Test(
        "An invitation is sent as it was entered, and returned with every field.",
        .backend("apps/boundaries/happy-path")
    )
    func invites() async throws {
        let backend = try Backend.current
        let invitation = try await backend.boundaries().inviteUser.execute(dick)
        let expected = Invitation(
            id: "inv-77",
            email: "dick@manor.example",
            role: "editor",
            expiryDate: try instant("2026-03-11T09:01:10Z")
        )
        #expect(invitation == expected)
        let body = try JSON(parsing: try #require(backend.journal.entries.first).text)
        #expect(body.isEquivalent(to: ["email": "dick@manor.example", "role": "editor"]))
        #expect(backend.journal.entries.map { $0.headers["Idempotency-Key"] } == [nil])
    }

    @Test("A repeated invitation throws an error of its own.", .backend("apps/boundaries/already-invited"))
    func alreadyInvited() async throws {
        let backend = try Backend.current
        let sut = backend.boundaries().inviteUser
        let error = await #expect(throws: InvitationError.self) { try await sut.execute(dick) }
        #expect(error?.localizedDescription == "This address has been invited already.")
        #expect(backend.journal.count == 1)
    }

    @Test("An invitation has no key and is not repeated.", arguments: ["lost-reply", "outage"])
    func notAgain(_ scenario: String) async throws {
        let backend = try Backend.start("apps/boundaries/\(scenario)")
        _ = try await networkError { try await backend.boundaries().inviteUser.execute(dick) }
        #expect(backend.journal.requests == ["POST /invitations"])
    }
}
