import TestAdmission
import Testing

@testable import RehearsalServer

@Suite("The URLs that other devices can use", .admitted)
struct NetworkNameTests {
    private func v4(_ bytes: [UInt8]) -> NetworkAddress {
        NetworkAddress(bytes: bytes, text: bytes.map { "\($0)" }.joined(separator: "."))
    }

    private func v6(_ first: UInt8, _ second: UInt8, _ text: String) -> NetworkAddress {
        NetworkAddress(bytes: [first, second] + [UInt8](repeating: 0, count: 13) + [1], text: text)
    }

    private func urls(_ addresses: [NetworkAddress], name: String? = nil) -> [String] {
        NetworkName.urls(of: addresses, name: name, port: 8080)
    }

    @Test("IPv4 and IPv6 addresses and the name are each a URL, in this order.")
    func order() {
        let addresses = [
            v6(0xFD, 0, "fd00::1"), v4([192, 168, 1, 20]), v6(0x20, 1, "2001:db8::1"), v4([10, 0, 0, 7]),
        ]
        #expect(
            urls(addresses, name: "desk.example.com") == [
                "http://192.168.1.20:8080", "http://10.0.0.7:8080", "http://[fd00::1]:8080",
                "http://[2001:db8::1]:8080", "http://desk.local:8080",
            ]
        )
    }

    @Test("Addresses that lead nowhere for another device are left out.")
    func unreachable() {
        var loopback = v4([10, 1, 1, 1])
        loopback.isLoopback = true
        var down = v4([192, 168, 1, 21])
        down.isUp = false
        let addresses = [
            loopback, down, v4([127, 0, 0, 1]), v4([0, 0, 0, 0]), v4([224, 0, 0, 1]), v6(0xFE, 0x80, "fe80::1"),
            v6(0, 0, "::1"), v6(0xFF, 2, "ff02::1"), NetworkAddress(bytes: [], text: ""),
        ]
        #expect(urls(addresses, name: "desk").isEmpty)
        #expect(urls(addresses + [v4([192, 168, 1, 22])]) == ["http://192.168.1.22:8080"])
    }

    @Test("What a device is less likely to reach comes later, but before the other family.")
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

    @Test("An address that two interfaces have is named once.")
    func twice() {
        #expect(urls([v4([10, 0, 0, 7]), v4([10, 0, 0, 7])]) == ["http://10.0.0.7:8080"])
    }

    @Test(
        "A host name becomes one of .local, unless it is none that mDNS could answer for.",
        arguments: [
            ("desk", "desk.local"), ("Desk.local", "desk.local"), ("desk.example.com", "desk.local"),
            ("localhost", nil), ("localhost.localdomain", nil), ("", nil), ("192.168.1.20", nil), ("my desk", nil),
        ] as [(String, String?)]
    )
    func name(_ name: String, _ local: String?) {
        #expect(NetworkName.local(name) == local)
    }

    @Test("The system's loopback address is among those of this machine, and no URL has it.")
    func system() {
        let addresses = NetworkName.addresses()
        #expect(
            addresses.contains { $0.text == "127.0.0.1" && $0.isLoopback && $0.isUp && $0.bytes == [127, 0, 0, 1] }
        )
        #expect(NetworkName.urls(port: 8080).allSatisfy { !$0.contains("127.0.0.1") && !$0.contains("[::1]") })
        #expect(NetworkName.hostName()?.isEmpty == false)
    }
}
