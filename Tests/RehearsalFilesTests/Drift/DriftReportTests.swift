import Rehearsal
import RehearsalRecordings
import TestAdmission
import Testing

@Suite("A report of drift", .limitedConcurrency)
struct DriftReportTests {
    private var sut: DriftReport {
        var report = DriftReport(recording: "Recordings/users.har", backend: "https://api.example.com")
        report.requests = [
            .init(
                "GET /users",
                location: "users.har:3",
                changes: [DriftChange(.status, recorded: "200", current: "500")]
            ),
            .init("GET /users/7", location: "users.har:40"),
            .init("DELETE /users/7", location: "users.har:80", skipReason: "it may change something"),
        ]
        return report
    }

    @Test("The text begins with the counts, then lists the changes by request and the requests left out.")
    func text() {
        #expect(
            sut.lines() == [
                "1 of 2 requests have drifted (1 change), 1 left out",
                "Recordings/users.har against https://api.example.com",
                "", "GET /users  users.har:3", "  status 500, was 200", "", "left out",
                "  DELETE /users/7: it may change something",
            ]
        )
    }

    @Test("The JSON report lists every request with its changes or with the reason why it was left out.")
    func json() {
        let json = sut.json
        #expect(json["drifted"] == true)
        #expect(json["requests"]?[0]?["changes"]?[0]?["kind"] == "status")
        #expect(json["requests"]?[1]?["changes"] == [])
        #expect(json["requests"]?[2]?["skipped"] == "it may change something")
    }

    @Test("The Markdown report escapes the characters of a place that Markdown would interpret.")
    func markdown() {
        var sut = sut
        sut.requests[0].changes = [DriftChange(.memberAdded, "$[*].a_b", current: "a string")]
        #expect(sut.markdown.contains(#"- \$\[\*\].a\_b is new: a string"#))
    }

    @Test("Bodies that were not compared are counted in every form of the report, and are not drift.")
    func notCompared() {
        var sut = DriftReport(recording: "a.har", backend: "http://x")
        sut.requests = [
            .init("GET /", location: "entry 1", uncompared: "text/html"), .init("GET /me", location: "entry 2"),
        ]
        let one = "1 body was not compared (text/html): only its status, media type and headers were compared"
        #expect(sut.lines().first == "no drift in 2 requests, 1 body not compared")
        #expect(sut.lines().suffix(2) == ["", one])
        sut.requests[1].uncompared = "image/png"
        sut.requests.append(.init("GET /you", location: "entry 3", uncompared: "text/html"))
        let all =
            "3 bodies were not compared (image/png, text/html): only their status, media type and headers were compared"
        #expect(sut.lines().contains(all))
        #expect(sut.markdown.contains(Markdown.escaped(all)))
        #expect(sut.json["notCompared"] == .string(all))
        #expect(sut.json["requests"]?[0]?["notCompared"] == "text/html")
        #expect(!sut.hasDrifted)
        #expect(sut.json["drifted"] == false)
        #expect(self.sut.json["notCompared"] == .null)
        #expect(self.sut.uncomparedNote == nil)
    }

    @Test("A backend that answers no request is reported as not reached.")
    func unreached() {
        var sut = sut
        #expect(sut.isBackendReachable)
        sut.requests = sut.requests.map { request in
            var request = request
            if request.skipReason == nil { request.changes = [DriftChange(.noAnswer, current: "refused")] }
            return request
        }
        #expect(!sut.isBackendReachable)
    }
}
