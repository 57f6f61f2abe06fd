import ReferenceClients
import TestAdmission
import Testing

@Suite("Getting users", .admitted)
struct GetUsersUseCaseTests {
    @Test("They come by name, and who came first is first of those with one name.")
    func order() async throws {
        let (ann, bob) = (Users.User.named("Ann"), Users.User.named("Bob", createdAt: 1))
        let (laterBob, zoe) = (Users.User.named("Bob", createdAt: 2), Users.User.named("Zoe"))
        let sut = Users.GetUsersUseCase(repository: UserRepositoryMock(users: [zoe, laterBob, ann, bob]))
        #expect(try await sut.execute() == [ann, bob, laterBob, zoe])
    }
}
