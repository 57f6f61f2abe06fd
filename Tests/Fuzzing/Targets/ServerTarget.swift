import Rehearsal
import RehearsalDocuments
import RehearsalServer

extension FuzzTarget {
    /// A server with a scenario, and the steps of its clients, separated by 0x1E; see ``ServerSimulation``.
    ///
    /// An invalid scenario is replaced by a standard one with all features. If the input starts with a space, the
    /// server has full leniency.
    static let server = FuzzTarget("server") { bytes in
        var steps = bytes.split(separator: 0x1E, maxSplits: 48, omittingEmptySubsequences: false)[...]
        let text = Array(steps.popFirst() ?? [])
        let loaded = ScenarioFiles.loadText(text, path: "fuzz.jsonc")
        var scenario = loaded.diagnostics.hasErrors ? try ServedScenario.standard : loaded.scenario
        scenario?.seed = 1
        guard let scenario else { throw Finding("no scenario without an error") }
        var conversation = try ServerSimulation(scenario, tolerating: text.first == 0x20 ? .all : [])
        for step in steps { try conversation.perform(Array(step)) }
        _ = try conversation.finish()
    }
}

private enum ServedScenario {
    static var standard: Scenario {
        get throws {
            let loaded = ScenarioFiles.loadText(Array(document.utf8), path: "standard.jsonc")
            let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.line)
            guard let scenario = loaded.scenario else { throw Finding("the standard scenario has errors: \(errors)") }
            return scenario
        }
    }

    private static let document = #"""
        {
          "state": "on",
          "cors": true,
          "auth": { "bearer": { "protects": ["/private/**"], "issues": [{ "post": "/login" }], "lasts": "2m" } },
          "quotas": [{ "get": "/few", "limit": 2, "window": "1m" }],
          "idempotency": [{ "post": "/pay" }],
          "resources": [{ "at": "/items", "items": [{ "id": 1 }, { "id": 2 }], "pageSize": 1 }],
          "endpoints": [
            { "get": "/", "replies": [{ "text": "root" }] },
            { "post": "/form", "when": { "form": { "a": { "present": true } } }, "replies": [{ "text": "{{form.a}}" }] },
            { "post": "/form", "replies": [{ "text": "none" }] },
            { "post": "/parts", "when": { "body": { "parts": { "a": { "text": "1" } } } }, "replies": [{}] },
            { "any": "/echo/{x}", "replies": [{ "headers": { "X-Query": "{{query.q}}" }, "text": "{{path.x}} {{body}}" }] },
            { "get": "/film", "replies": [
              { "headers": { "Accept-Ranges": "bytes", "ETag": "\"1\"" }, "text": "0123456789" }] },
            { "get": "/late", "replies": [{ "delay": "1s", "text": "late" }] },
            { "get": "/held", "replies": [{ "hold": "h", "text": "held" }] },
            { "get": "/slow", "replies": [{ "pace": "10B/s", "text": "0123456789" }] },
            { "get": "/cut", "replies": [{ "text": "0123456789", "fault": { "effect": "close", "at": { "body": 5 } } }] },
            { "get": "/reset", "replies": [{ "fault": { "effect": "reset", "at": "beforeHead" } }] },
            { "get": "/idle", "replies": [{ "fault": { "effect": "close", "at": "idle", "on": "nextRequest" } }] },
            { "get": "/stall", "replies": [{ "text": "0123456789", "fault": { "effect": "stall", "at": { "body": 3 } } }] },
            { "post": "/upload", "replies": [
              { "fault": { "effect": "close", "at": { "requestBody": "50%" } }, "times": 1 }, { "uploadPace": "10B/s" }] },
            { "get": "/events", "replies": [{ "events": [{ "data": "1" }, { "data": "2", "after": "1s" }] }] },
            { "get": "/raw", "replies": [{ "raw": [{ "text": "HTTP/1.1 200 OK\r\n\r\n" }, { "text": "x", "after": "1s" }] }] },
            { "get": "/turns", "replies": [{ "status": 500, "times": 1 }, { "status": 200 }] }
          ],
          "expect": [{ "get": "/", "count": 1 }]
        }
        """#
}
