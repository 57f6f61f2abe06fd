import Rehearsal
import RehearsalServer
import RehearsalTestSupport

/// Clients that send the requests of steps to a backend, and report the replies that differ.
final class Conversation {
    private let backend: Backend
    /// The factor by which the scenario runs faster than written.
    private let speed: Int
    private var clients: [Int: RawClient] = [:]

    init(_ backend: Backend, speed: Int = 1) { (self.backend, self.speed) = (backend, speed) }

    /// Returns the differences from the expected replies, in the order of the steps.
    func mismatches(in steps: [Step]) async throws -> [String] {
        var mismatches: [String] = []
        for step in steps {
            if let mismatch = try await mismatch(in: step) { mismatches.append(mismatch) }
        }
        return mismatches
    }

    private func mismatch(in step: Step) async throws -> String? {
        if let duration = step.passing {
            try backend.release(duration)
            await backend.drained()
            return nil
        }
        let start = ContinuousClock.now
        let (answer, end) = try await seen(step)
        let time = start.duration(to: .now)
        let name = step.request.isEmpty ? "connection \(step.connection)" : String(step.request.prefix { $0 != "\r\n" })
        if end != step.end { return "\(name): \(answer), \(end), not \(step.end)" }
        if !step.isMet(by: answer) { return "\(name): \(answer), not \(step.answer)" }
        // Only lower bounds are checked: on a busy machine a reply may be late, and never too early.
        return time * speed < step.least ? "\(name): after \(time * speed), not \(step.least)" : nil
    }

    private func connected(_ connection: Int) async throws(RawClient.Failure) -> RawClient {
        if let client = clients[connection] { return client }
        let client = try await RawClient(port: backend.port)
        clients[connection] = client
        return client
    }

    private func seen(_ step: Step) async throws -> (answer: String, end: Step.End) {
        // A client that connects while the port begins to refuse would be reset instead.
        if step.end == .refused { await backend.drained() }
        let client: RawClient
        do {
            client = try await connected(step.connection)
        } catch {
            if error.isRefused { return ("", .refused) }
            throw error
        }
        if !step.request.isEmpty { await client.send(step.request) }
        switch step.end {
        case .complete:
            guard let response = await client.response(toHead: step.request.hasPrefix("HEAD ")) else {
                clients[step.connection] = nil
                return ("nothing", .complete)
            }
            return (step.answer(response), .complete)
        case .left:
            clients[step.connection] = nil
            guard let response = await client.response(until: { step.isMet(by: step.answer($0)) }) else {
                let rest = await client.readRest(isPatient: false)
                return (step.answer(rest.response), Step.End(rest.ending))
            }
            return (step.answer(response), .left)
        case .closed, .reset, .refused:
            clients[step.connection] = nil
            let rest = await client.readRest()
            return (step.answer(rest.response), Step.End(rest.ending))
        case .silent:
            if !step.answer.isEmpty { await client.waitUntilReadable() }
            // By then the backend has sent everything that is due.
            await backend.drained()
            let rest = await client.readRest(isPatient: false)
            return (step.answer(rest.response), Step.End(rest.ending))
        }
    }
}

extension Step.End {
    fileprivate init(_ ending: RawClient.Ending) {
        switch ending {
        case .closed: self = .closed
        case .reset: self = .reset
        case .timedOut: self = .silent
        }
    }
}
