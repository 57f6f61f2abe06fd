import TestAdmission
import Testing

@testable import RehearsalOpenAPI

@Suite("Routes of a contract", .limitedConcurrency)
struct ContractRouterTests {
    private static let paths = [
        "/", "/pets", "/pets/{id}", "/pets/mine", "/pets/{id}/toys", "/files/{name}.json", "/files/{name}",
        "/a/{x}-{y}", "/caf%C3%A9",
    ]

    @Test(
        "A path leads to its template, with literal text before placeholders.",
        arguments: [
            ("/", 0, []), ("/pets", 1, []), ("/pets/7", 2, ["7"]), ("/pets/mine", 3, []),
            ("/pets/mine/toys", 4, ["mine"]),
            ("/files/a.json", 5, ["a"]), ("/files/a.txt", 6, ["a.txt"]), ("/a/1-2-3", 7, ["1", "2-3"]),
            ("/caf%c3%a9", 8, []), ("/p%65ts", 1, []), ("/pets/a%2Fb", 2, ["a%2Fb"]),
        ]
    )
    func routes(_ path: String, _ expected: Int, _ captures: [String]) {
        var sut = ContractRouter()
        for (index, path) in Self.paths.enumerated() { sut.add(index, method: "GET", path: path) }
        let route = sut.route(path.utf8[...], method: "GET")
        #expect(route?.operations["GET"] == expected)
        #expect(route?.captures == captures)
    }

    @Test(
        "A placeholder is not empty, and a path has as many segments as its template.",
        arguments: [
            "/pets/", "/pets//toys", "/pet", "/pets/1/toys/2", "/a/-2", "", "pets", "/files/.json/x",
        ]
    )
    func misses(_ path: String) {
        var sut = ContractRouter()
        for (index, path) in Self.paths.enumerated() { sut.add(index, method: "GET", path: path) }
        #expect(sut.route(path.utf8[...], method: "GET") == nil)
    }

    @Test("A path without placeholders decides alone; of several templates, the one with the method is used.")
    func methods() {
        var sut = ContractRouter()
        sut.add(0, method: "DELETE", path: "/pets/mine")
        sut.add(1, method: "GET", path: "/pets/{id}")
        sut.add(2, method: "PUT", path: "/pets/{id}.json")
        #expect(sut.route("/pets/mine".utf8[...], method: "GET")?.methods == ["DELETE"])
        #expect(sut.route("/pets/a.json".utf8[...], method: "GET")?.operations["GET"] == 1)
        #expect(sut.route("/pets/a.json".utf8[...], method: "POST")?.methods == ["PUT"])
    }
}
