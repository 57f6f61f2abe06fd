import ReferenceClients
import TestAdmission
import Testing

@Suite("A store in memory", .limitedConcurrency)
struct MemoryStoreTests {
    private struct Item: Identifiable, Hashable, Sendable {
        var id: Int
        var text = ""
    }

    @Test("A saved value replaces the one with its identity in place.")
    func replaces() async {
        let sut = MemoryStore([Item(id: 1), Item(id: 2)])
        await sut.save([Item(id: 3), Item(id: 1, text: "new")])
        #expect(await sut.values() == [Item(id: 1, text: "new"), Item(id: 2), Item(id: 3)])
        #expect(await sut.value(id: 1)?.text == "new")
    }

    @Test("A removed value is absent, and a second removal has no effect.")
    func removes() async {
        let sut = MemoryStore([Item(id: 1), Item(id: 2)])
        await sut.remove(id: 1)
        await sut.remove(id: 1)
        #expect(await sut.value(id: 1) == nil)
        #expect(await sut.values() == [Item(id: 2)])
    }
}
