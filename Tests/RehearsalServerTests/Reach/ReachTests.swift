import Foundation
import Rehearsal
import RehearsalPlatform
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("The reach of a backend", .limitedConcurrency)
struct ReachTests {
    private func backend(
        _ reach: Backend.BindScope,
        linkOrigin: String? = nil,
        network: [Scenario.Network] = [],
    ) throws -> Backend {
        let link = Scenario.Reply(headers: ["Location": "{{baseURL}}/a"], body: .text("{{baseURL}}"))
        var options = Backend.Options()
        options.reach = reach
        options.linkOrigin = linkOrigin
        return try Backend.start(
            Scenario("s", endpoints: [.get("/", replies: [link])], network: network),
            options: options
        )
    }

    /// Returns the bytes of the address that a socket is bound to.
    private func boundAddress(_ socket: ListeningSockets.Socket) -> [UInt8] {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.descriptor, $0, &size) }
            let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(size))
            return Array(bytes[socket.family == AF_INET ? 4..<8 : 8..<24])
        }
    }

    @Test(
        "The sockets of a backend are bound to the loopback addresses or to all.",
        arguments: Backend.BindScope.allCases
    )
    func bound(_ reach: Backend.BindScope) throws {
        let sut = try ListeningSockets.open(reach.scope, port: 0)
        defer { for socket in sut.sockets { close(socket.descriptor) } }
        let last: UInt8 = reach == .loopback ? 1 : 0
        for socket in sut.sockets {
            let expected: [UInt8] =
                socket.family == AF_INET
                ? (reach == .loopback ? [127, 0, 0, 1] : [0, 0, 0, 0]) : [UInt8](repeating: 0, count: 15) + [last]
            #expect(boundAddress(socket) == expected)
        }
        #expect(sut.sockets.first?.family == AF_INET)
    }

    @Test("A backend refuses addresses other than the two of loopback by default.", .enabled(if: hasManyAddresses))
    func loopback() async throws {
        let sut = try backend(.loopback)
        #expect(try await RawClient(port: sut.port).get("/")?.status == 200)
        let refused = await #expect(throws: RawClient.Failure.self) { _ = try await RawClient(port: sut.port, host: 2) }
        #expect(refused?.isRefused == true)
        #expect(Backend.Options().reach == .loopback)
        #expect(sut.deviceURLs.isEmpty)
    }

    @Test("A backend on the network accepts at every address, and its base URL stays on loopback.")
    func network() async throws {
        let sut = try backend(.network)
        #expect(try await RawClient(port: sut.port).get("/")?.status == 200)
        #expect(try await RawClient(port: sut.port, ipv6: true).get("/")?.status == 200)
        if Self.hasManyAddresses { #expect(try await RawClient(port: sut.port, host: 2).get("/")?.status == 200) }
        #expect(sut.baseURL.absoluteString == "http://127.0.0.1:\(sut.port)")
        #expect(sut.deviceURLs.map(\.absoluteString) == DeviceURLs.urls(port: sut.port))
    }

    @Test("A port that refused for a while accepts again at every address.", .enabled(if: hasManyAddresses))
    func refusing() async throws {
        let sut = try backend(.network, network: [Scenario.Network(.refusing, until: .released("up"))])
        await #expect(throws: RawClient.Failure.self) { _ = try await RawClient(port: sut.port, host: 2) }
        try sut.release("up")
        await sut.drained()
        #expect(try await RawClient(port: sut.port, host: 2).get("/")?.status == 200)
    }

    @Test("Links point to an address that devices can reach, or to the configured origin.")
    func links() async throws {
        let here = try backend(.loopback)
        #expect(try await RawClient(port: here.port).get("/")?.text == "http://127.0.0.1:\(here.port)")
        let open = try backend(.network)
        let first = DeviceURLs.urls(port: open.port).first ?? "http://127.0.0.1:\(open.port)"
        let reply = try await RawClient(port: open.port).get("/")
        #expect(reply?.text == first)
        #expect(reply?.header("Location") == first + "/a")
        let configured = try backend(.network, linkOrigin: "https://mock.example.com")
        #expect(try await RawClient(port: configured.port).get("/")?.text == "https://mock.example.com")
    }

    @Test("The links of a session on a shared port point to that port.")
    func shared() async throws {
        var options = Backend.Options()
        options.reach = .network
        options.sharesPort = true
        options.linkOrigin = "http://mac.local:8080"
        let front = try Backend.start(Scenario("front", endpoints: []), options: options)
        let scenario = Scenario("s", endpoints: [.get("/", replies: [.init(body: .text("{{baseURL}}"))])])
        let sut = try Backend.start(scenario, as: "k7", on: front)
        #expect(try await RawClient(port: front.port).get("/~k7/")?.text == "http://mac.local:8080/~k7")
        #expect(sut.deviceURLs.map(\.absoluteString) == front.deviceURLs.map { $0.absoluteString + "/~k7" })
    }

    /// Linux has all of 127.0.0.0/8; Darwin has 127.0.0.1.
    static var hasManyAddresses: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }
}
