import Rehearsal
import RehearsalDocuments
import TestAdmission
import Testing

@testable import RehearsalCLI

@Suite("The startup message of serve", .limitedConcurrency)
struct WelcomeTests {
    private func text(_ endpoints: [Scenario.Endpoint]) -> String {
        let scenario = Scenario("s", endpoints: endpoints)
        return StartupMessage(scenario: scenario, origin: "http://127.0.0.1:8080", port: 8080, style: .plain).text
    }

    @Test("The message shows a reply sequence in order.")
    func sequence() {
        let text = text([.get("/a", replies: [.init(503, times: 2), .init(delay: .milliseconds(1_500))])])
        #expect(text.contains("GET  /a  503 ×2 → 200 after 1.5 s"))
    }

    @Test("The message shows the behavior after the last reply unless that repeats.")
    func afterLast() {
        let failing = text([.get("/a", replies: [.init(times: 1)])])
        #expect(failing.contains("200 → 501"))
        let cycling = text([Scenario.Endpoint(.get, "/a", replies: [.init(200), .init(404)], afterLast: .cycle)])
        #expect(cycling.contains("200 → 404 → again from the first"))
    }

    @Test("The message shows a fault in place of the reply.")
    func fault() {
        let lost = text([.get("/a", replies: [.init(fault: Fault(.reset, at: .beforeHead))])])
        #expect(lost.contains("/a  reset"))
        let cut = text([.get("/a", replies: [.init(fault: Fault(.close, at: .body(.bytes(5))))])])
        #expect(cut.contains("/a  200 close at body 5"))
    }

    @Test("The message omits other devices if they cannot connect.")
    func alone() {
        let text = text([.get("/a", replies: [.init()])])
        #expect(text.hasPrefix("s\nlistening on http://127.0.0.1:8080 and http://[::1]:8080\n\n"))
    }

    @Test("The message lists twenty endpoints and counts the others.")
    func many() {
        let text = text((0..<25).map { .get(.init("/e\($0)"), replies: [.init()]) })
        #expect(text.contains("/e19"))
        #expect(!text.contains("/e20"))
        #expect(text.contains("and 5 more"))
    }

    @Test("The example command requests an endpoint that needs no other parts.")
    func example() {
        let text = text([
            .get("/users/{id}", replies: [.init()]),
            .get("/lost", replies: [.init(fault: Fault(.reset, at: .beforeHead))]),
            .get("/a;b", replies: [.init()]), .get("/list", replies: [.init()]),
        ])
        #expect(text.contains("try: curl -i http://127.0.0.1:8080/list") || !text.contains("try:"))
        #expect(!text.contains("curl -i http://127.0.0.1:8080/a;b"))
    }

    @Test("The bundled scenario has no findings and is small.")
    func shipped() {
        let loaded = DocumentLoading.load([], .init())
        #expect(loaded.diagnostics.isEmpty)
        #expect(loaded.scenario?.endpoints.isEmpty == false)
        #expect(DocumentLoading.demo.count < 4_096)
    }
}
