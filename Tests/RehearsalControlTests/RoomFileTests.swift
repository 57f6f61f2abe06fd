import Rehearsal
import RehearsalTestSupport
import TestAdmission
import Testing

@testable import RehearsalControl

@Suite("The files of the control room", .limitedConcurrency)
struct RoomFileTests {
    @Test("The page and its files are served without a token and with a strict content security policy.")
    func served() async throws {
        let sut = try ControlCase()
        for path in ["/"] + RoomFile.allCases.map({ "/\($0.rawValue)" }) where path != "/room.html" {
            let answer = try await sut.ask("GET", path, token: nil)
            #expect(answer.status == 200, "\(path)")
            #expect(answer.head.contains("Content-Security-Policy: default-src 'self'"), "\(path)")
            #expect(answer.head.contains("require-trusted-types-for 'script'"), "\(path)")
            #expect(answer.head.contains("X-Content-Type-Options: nosniff"), "\(path)")
            #expect(!answer.text.contains(sut.control.token), "\(path)")
        }
    }

    @Test("The files are rejected for other hosts, origins and methods.")
    func refused() async throws {
        let sut = try ControlCase()
        #expect(try await sut.ask("GET", "/", token: nil, host: "attacker.example").status == 403)
        #expect(try await sut.ask("GET", "/", token: nil, headers: "Origin: http://attacker.example\r\n").status == 403)
        #expect(try await sut.ask("POST", "/", token: nil).status == 401)
        #expect(try await sut.ask("GET", "/room.html", token: nil).status == 401)
        #expect(try await sut.ask("HEAD", "/", token: nil).status == 200)
    }

    @Test("The page loads only its own files, and none of them has more than 150 KB together.")
    func contents() {
        let page = String(decoding: RoomFile.page.bytes, as: UTF8.self)
        #expect(!page.contains("<style"))
        #expect(!page.contains(" style="))
        #expect(!page.contains(" onclick="))
        #expect(page.split(separator: "<script").count == 2)
        #expect(page.contains("<script type=\"module\" src=\"/room.js\"></script>"))
        #expect(RoomFile.allCases.reduce(0) { $0 + $1.bytes.count } <= 150 << 10)
    }

    @Test("The script inserts no markup.")
    func noMarkup() {
        for file in RoomFile.allCases where file.rawValue.hasSuffix(".js") {
            let text = String(decoding: file.bytes, as: UTF8.self)
            for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "DOMParser"] {
                #expect(!text.contains(name), "\(file.rawValue) contains \(name)")
            }
        }
    }
}
