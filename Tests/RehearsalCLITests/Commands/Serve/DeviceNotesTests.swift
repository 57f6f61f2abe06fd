import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("What serve --lan says of other devices", .admitted)
struct DeviceNotesTests {
    private let urls = ["http://192.168.1.20:8080", "http://[fd00::1]:8080", "http://desk.local:8080"]

    private var text: String {
        DeviceNotes(urls: urls, linkOrigin: urls[0], style: .plain).lines.joined(separator: "\n")
    }

    @Test("Every URL has a line of its own.")
    func lines() {
        #expect(text.hasPrefix("on this network: http://192.168.1.20:8080\n"))
        for url in urls { #expect(text.split(separator: "\n").contains { $0.hasSuffix(" \(url)") }) }
    }

    @Test("It names the key of the Info.plist, and when it is needed.")
    func transportSecurity() {
        #expect(text.contains("NSAppTransportSecurity → NSAllowsLocalNetworking = YES"))
        #expect(text.contains(".local names and names without a dot since iOS 10, for addresses since iOS 17"))
    }

    @Test("It warns of everybody else on the network.")
    func warning() {
        #expect(text.hasSuffix("warning: every device on this network can connect"))
    }

    @Test("It says where links lead.")
    func links() {
        #expect(text.contains("links in replies use http://192.168.1.20:8080; --origin URL changes it"))
    }

    @Test("A machine that is on no network is told so.")
    func none() {
        let sut = DeviceNotes(urls: [], linkOrigin: "http://127.0.0.1:8080", style: .plain)
        #expect(
            sut.lines == ["warning: this machine has no address for other devices: check its network connection"]
        )
    }
}
