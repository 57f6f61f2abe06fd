import Rehearsal
import RehearsalFiles
import Testing

@Suite("A report of drift")
struct DriftReportTests {
    private var sut: DriftReport {
        var report = DriftReport(recording: "Recordings/users.har", backend: "https://api.example.com")
        report.requests = [
            .init("GET /users", place: "users.har:3", changes: [DriftChange(.status, was: "200", now: "500")]),
            .init("GET /users/7", place: "users.har:40"),
            .init("DELETE /users/7", place: "users.har:80", leftOut: "it may change something"),
        ]
        return report
    }

    @Test("The first line counts; what has changed stands below its request, what was left out below all.")
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

    @Test("Machines find every request, with its changes or the reason why it was left out.")
    func json() {
        let json = sut.json
        #expect(json["drifted"] == true)
        #expect(json["requests"]?[0]?["changes"]?[0]?["kind"] == "status")
        #expect(json["requests"]?[1]?["changes"] == [])
        #expect(json["requests"]?[2]?["leftOut"] == "it may change something")
    }

    @Test("Markdown takes nothing of what it shows for itself.")
    func markdown() {
        var sut = sut
        sut.requests[0].changes = [DriftChange(.memberAdded, "$[*].a_b", now: "a string")]
        #expect(sut.markdown.contains(#"- \$\[\*\].a\_b is new: a string"#))
    }

    @Test("A backend that answers nothing at all has not drifted: it is not there.")
    func unreached() {
        var sut = sut
        #expect(sut.isReached)
        sut.requests = sut.requests.map { request in
            var request = request
            if request.leftOut == nil { request.changes = [DriftChange(.noAnswer, now: "refused")] }
            return request
        }
        #expect(!sut.isReached)
    }
}
