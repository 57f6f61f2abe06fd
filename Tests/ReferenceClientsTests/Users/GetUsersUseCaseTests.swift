import ReferenceClients
import TestAdmission
import Testing

@Suite("Getting users", .limitedConcurrency)
struct GetUsersUseCaseTests {
    @Test("Users are sorted by name, and those with equal names by creation.")
    func order() async throws {
        let (ann, bob) = (Users.User.named("Ann"), Users.User.named("Bob", createdAt: 1))
        let (laterBob, zoe) = (Users.User.named("Bob", createdAt: 2), Users.User.named("Zoe"))
        let sut = Users.GetUsersUseCase(repository: UserRepositoryMock(users: [zoe, laterBob, ann, bob]))
        #expect(try await sut.execute() == [ann, bob, laterBob, zoe])
    }
}
