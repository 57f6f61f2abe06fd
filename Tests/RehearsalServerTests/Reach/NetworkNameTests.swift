import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("URLs for other devices", .limitedConcurrency)
struct NetworkNameTests {
    private func v4(_ bytes: [UInt8]) -> NetworkAddress {
        NetworkAddress(bytes: bytes, text: bytes.map { "\($0)" }.joined(separator: "."))
    }

    private func v6(_ first: UInt8, _ second: UInt8, _ text: String) -> NetworkAddress {
        NetworkAddress(bytes: [first, second] + [UInt8](repeating: 0, count: 13) + [1], text: text)
    }

    private func urls(_ addresses: [NetworkAddress], name: String? = nil) -> [String] {
        DeviceURLs.urls(of: addresses, name: name, port: 8080)
    }

    @Test("The URLs list IPv4 addresses, IPv6 addresses and the name, in this order.")
    func order() {
        let addresses = [
            v6(0xFD, 0, "fd00::1"), v4([192, 168, 1, 20]), v6(0x20, 1, "2001:db8::1"), v4([10, 0, 0, 7]),
        ]
        #expect(
            urls(addresses, name: "mac.example.com") == [
                "http://192.168.1.20:8080", "http://10.0.0.7:8080", "http://[fd00::1]:8080",
                "http://[2001:db8::1]:8080", "http://mac.local:8080",
            ]
        )
    }

    @Test("The URLs omit addresses that other devices cannot reach.")
    func unreachable() {
        var loopback = v4([10, 1, 1, 1])
        loopback.isLoopback = true
        var down = v4([192, 168, 1, 21])
        down.isUp = false
        let addresses = [
            loopback, down, v4([127, 0, 0, 1]), v4([0, 0, 0, 0]), v4([224, 0, 0, 1]), v6(0xFE, 0x80, "fe80::1"),
            v6(0, 0, "::1"), v6(0xFF, 2, "ff02::1"), NetworkAddress(bytes: [], text: ""),
        ]
        #expect(urls(addresses, name: "mac").isEmpty)
        #expect(urls(addresses + [v4([192, 168, 1, 22])]) == ["http://192.168.1.22:8080"])
    }

    @Test("The URLs list less reachable addresses later, but before those of the other family.")
    func rank() {
        var tunnel = v4([100, 64, 0, 1])
        tunnel.isPointToPoint = true
        let addresses = [tunnel, v4([169, 254, 7, 7]), v6(0xFD, 0, "fd00::1"), v4([192, 168, 1, 20])]
        #expect(
            urls(addresses) == [
                "http://192.168.1.20:8080", "http://100.64.0.1:8080", "http://169.254.7.7:8080",
                "http://[fd00::1]:8080",
            ]
        )
    }

    @Test("The URLs list an address of two interfaces once.")
    func twice() {
        #expect(urls([v4([10, 0, 0, 7]), v4([10, 0, 0, 7])]) == ["http://10.0.0.7:8080"])
    }

    @Test(
        "A host name becomes a .local name unless mDNS cannot resolve it.",
        arguments: [
            ("mac", "mac.local"), ("Mac.local", "mac.local"), ("mac.example.com", "mac.local"),
            ("localhost", nil), ("localhost.localdomain", nil), ("", nil), ("192.168.1.20", nil), ("my mac", nil),
        ] as [(String, String?)]
    )
    func name(_ name: String, _ local: String?) {
        #expect(DeviceURLs.local(name) == local)
    }

    @Test("The addresses of this machine include loopback, and no URL contains it.")
    func system() {
        let addresses = DeviceURLs.addresses()
        #expect(
            addresses.contains { $0.text == "127.0.0.1" && $0.isLoopback && $0.isUp && $0.bytes == [127, 0, 0, 1] }
        )
        #expect(DeviceURLs.urls(port: 8080).allSatisfy { !$0.contains("127.0.0.1") && !$0.contains("[::1]") })
        #expect(DeviceURLs.hostName()?.isEmpty == false)
    }
}
