import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments

@Suite("A document with every fault", .limitedConcurrency)
struct EverythingTests {
    private static let document = #"""
        {
          "scenario": "everything", "summary": "each thing that can go wrong", "seed": 1,
          "network": [
            { "is": "resetting", "until": { "connections": 2 } },
            { "is": "refusing", "until": { "after": "10ms" } },
            { "is": "bytes", "base64": "FQMDAAICKA==", "on": "clientHello", "until": { "released": "up" } },
            { "is": "slow", "delay": { "uniform": ["1ms", "2ms"] }, "until": { "connections": 1 } },
            { "is": "open" },
          ],
          "endpoints": [
            { "any": "/effects", "replies": [
              { "text": "0123456789", "fault": [
                { "effect": "delay", "at": "requestBody", "by": "1ms" },
                { "effect": "stall", "at": "beforeHead", "for": "1ms", "skip": 1 },
                { "effect": "slice", "at": "head", "size": 16, "every": "1ms" },
                { "effect": "wrongLength", "at": "head", "declares": 12 },
                { "effect": "delay", "at": "afterHead", "by": { "lognormal": { "median": "1ms", "p99": "2ms" } } },
                { "effect": "corrupt", "at": "body", "bytes": 1, "every": 2 },
                { "effect": "replaceBytes", "at": { "body": 5 }, "text": "XX" },
                { "effect": "drip", "at": { "body": "50%" }, "bytesPerSecond": 1000 },
                { "effect": "extraBytes", "at": "end", "base64": "AP8=" },
                { "effect": "reset", "at": "idle", "on": "nextRequest", "chance": 0.5 },
              ] },
              { "text": "0123456789", "fault": { "effect": "close", "at": { "body": "50%" } } },
              { "fault": { "effect": "halfClose", "at": "end", "first": 1 } },
              { "fault": { "effect": "reset", "at": { "requestBody": "50%" } } },
            ] },
            { "get": "/presets", "replies": [
              { "fault": "connection-reset-by-peer" }, { "fault": "empty-response" },
              { "fault": "malformed-response-chunk" }, { "fault": "random-data-then-close" },
              { "fault": { "preset": "latency", "latency": "2ms", "jitter": "1ms" } },
              { "text": "x", "fault": [{ "preset": "bandwidth", "rate": "20KB/s" }, { "preset": "slow_close", "delay": "1ms" }] },
              { "fault": { "preset": "timeout", "timeout": "1ms" } }, { "fault": "reset_peer" },
              { "text": "x", "fault": { "preset": "slicer", "average_size": 8, "delay": "1ms" } },
              { "text": "xx", "fault": { "preset": "limit_data", "bytes": 1 } },
            ] },
            { "get": "/timing", "replies": [
              { "json": {}, "delay": { "head": "1ms", "body": { "uniform": ["0ms", "1ms"] } }, "pace": "1MB/s", "uploadPace": "1MB/s" },
              { "status": 413, "early": true },
            ] },
            { "get": "/bytes", "replies": [
              { "raw": [{ "text": "HTTP/1.1 200 OK\r\n\r\n" }, { "base64": "AP8=", "after": "1ms" }] },
              { "events": [{ "event": "a", "json": 1, "id": 1, "retry": 10, "after": "1ms" }], "forever": true },
            ] },
          ],
        }
        """#

    @Test("A document with every fault loads without a diagnostic, keeps each fault and compiles.")
    func everything() throws {
        let loaded = ScenarioFiles.loadText(Array(Self.document.utf8), path: "a.jsonc")
        #expect(loaded.diagnostics.map(\.text) == [])
        let sut = try #require(loaded.scenario)
        #expect(sut.network.count == 5)
        let effects = sut.endpoints.flatMap(\.replies).flatMap(\.faults).map(\.effect.name)
        #expect(Set(effects) == Set(EffectGrammar.all.map(\.name)))
        _ = try CompiledScenario(sut)
    }
}
