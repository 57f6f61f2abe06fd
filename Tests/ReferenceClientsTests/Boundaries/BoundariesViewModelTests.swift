import ReferenceClients
import RehearsalTesting
import TestAdmission
import Testing

@MainActor
@Suite("The view models of the boundaries app", .limitedConcurrency)
struct BoundariesViewModelTests {
    @Test("The list shows the loading state and then the products.", .backend("apps/boundaries/happy-path"))
    func products() async throws {
        var states: [ListState<Product>] = []
        let sut = BoundariesProductListViewModel(products: try Backend.current.boundaries().products) {
            states.append($0)
        }
        await sut.load()
        #expect(states.map(\.isLoading) == [true, false, false])
        #expect(sut.state.items.count == 3)
        #expect(states.last == sut.state)
    }

    @Test("A failed fetch of the products sets the message.", .backend("apps/boundaries/malformed"))
    func failedProducts() async throws {
        let sut = BoundariesProductListViewModel(products: try Backend.current.boundaries().products)
        await sut.load()
        #expect(sut.state.items.isEmpty)
        #expect(sut.state.errorMessage != nil)
        #expect(!sut.state.isLoading)
    }

    @Test("The card shows the user.", .backend("apps/boundaries/happy-path"))
    func card() async throws {
        let sut = UserCardViewModel(users: try Backend.current.boundaries().users, id: "123")
        #expect(sut.card == nil)
        await sut.load()
        #expect(sut.card?.displayName == "@batman")
        #expect(sut.errorMessage == nil)
        #expect(!sut.isLoading)
    }

    @Test("A failed fetch of the card sets the message.", .backend("apps/boundaries/malformed"))
    func failure() async throws {
        let sut = UserCardViewModel(users: try Backend.current.boundaries().users, id: "123")
        await sut.load()
        #expect(sut.card == nil)
        #expect(sut.errorMessage != nil)
        #expect(!sut.isLoading)
    }
}
