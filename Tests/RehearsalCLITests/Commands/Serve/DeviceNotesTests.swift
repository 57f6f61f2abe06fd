import Rehearsal
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("Notes of serve --lan about other devices", .limitedConcurrency)
struct DeviceNotesTests {
    private let urls = ["http://192.168.1.20:8080", "http://[fd00::1]:8080", "http://mac.local:8080"]

    private var text: String {
        DeviceNotes(urls: urls, linkOrigin: urls[0], style: .plain).lines.joined(separator: "\n")
    }

    @Test("The notes list every URL on a separate line.")
    func lines() {
        #expect(text.hasPrefix("on this network: http://192.168.1.20:8080\n"))
        for url in urls { #expect(text.split(separator: "\n").contains { $0.hasSuffix(" \(url)") }) }
    }

    @Test("The notes name the Info.plist key and the cases that need it.")
    func transportSecurity() {
        #expect(text.contains("NSAppTransportSecurity → NSAllowsLocalNetworking = YES"))
        #expect(text.contains(".local names and names without a dot since iOS 10, and IP addresses since iOS 17"))
    }

    @Test("The notes warn that every device on the network can connect.")
    func warning() {
        #expect(text.hasSuffix("warning: every device on this network can connect"))
    }

    @Test("The notes name the origin of links.")
    func links() {
        #expect(text.contains("links in replies use http://192.168.1.20:8080; --origin URL changes it"))
    }

    @Test("The notes warn that a machine has no address for other devices.")
    func none() {
        let sut = DeviceNotes(urls: [], linkOrigin: "http://127.0.0.1:8080", style: .plain)
        #expect(
            sut.lines == ["warning: this machine has no address for other devices: check its network connection"]
        )
    }
}
