import Foundation
import Rehearsal
import RehearsalFaultCatalogue
import RehearsalServer
import RehearsalTestSupport

/// Drives a client into a case of a fault.
enum FaultRun {
    /// Plays the case on a port of its own and runs the client; nil for a case without a scenario.
    ///
    /// - Parameters:
    ///   - timeout: The seconds that the client waits for a byte or a reply.
    ///   - hangTimeout: The seconds after which the client is considered hung.
    static func outcome(
        of client: FaultClient,
        in item: FaultVariant,
        timeout: Int = FaultClient.timeout,
        hangTimeout: Double = FaultClient.hangTimeout,
    ) async throws -> FaultOutcome? {
        guard let scenario = item.scenario else { return nil }
        let backend = try Backend.start(scenario)
        let upload = FileManager.default.temporaryDirectory.appendingPathComponent("rehearsal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: upload) }
        if client == .curl, item.trigger.uploadSize > 0 {
            try Data(repeating: 0x61, count: item.trigger.uploadSize).write(to: upload)
        }
        let command = try client.command(item.trigger, port: backend.port, upload: upload.path, timeout: timeout)
        let run = try await BoundedRun.run(command.program, command.words, seconds: hangTimeout)
        // The client has exited, so every exchange ends; the limit ends a failing test.
        await backend.settled(within: .seconds(240))
        let outcome = FaultOutcome(
            reports: FaultOutcome.reports(of: client, in: run.output),
            end: run.end,
            requests: backend.journal.count,
            connections: backend.journal.connections.count
        )
        await backend.stop()
        return outcome
    }
}
