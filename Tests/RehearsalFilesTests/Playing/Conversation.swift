import Rehearsal
import RehearsalServer
import RehearsalTestSupport

/// Clients that talk to a backend step by step, and say what is not as it has to be.
final class Conversation {
    private let backend: Backend
    /// How many times as fast as it says the scenario is played.
    private let speed: Int
    private var clients: [Int: RawClient] = [:]

    init(_ backend: Backend, speed: Int = 1) { (self.backend, self.speed) = (backend, speed) }

    /// What is to be said about the steps, in their order; blocks until they are done.
    func complaints(about steps: [Step]) throws -> [String] { try steps.compactMap(complaint) }

    private func complaint(about step: Step) throws -> String? {
        if let duration = step.passing {
            try backend.release(duration)
            backend.catchUp()
            return nil
        }
        let start = ContinuousClock.now
        let (answer, end) = try seen(step)
        let time = start.duration(to: .now)
        let name = step.request.isEmpty ? "connection \(step.connection)" : String(step.request.prefix { $0 != "\r\n" })
        if end != step.end { return "\(name): \(answer), \(end), not \(step.end)" }
        if !step.isMet(by: answer) { return "\(name): \(answer), not \(step.answer)" }
        // Sooner than it may come, however busy the machine is.
        return time * speed < step.least ? "\(name): after \(time * speed), not \(step.least)" : nil
    }

    private func seen(_ step: Step) throws -> (answer: String, end: Step.End) {
        // Who asks while a port begins to refuse is reset.
        if step.end == .refused { backend.catchUp() }
        let client: RawClient
        do {
            client = try clients[step.connection] ?? RawClient(port: backend.port, patience: 20)
        } catch let failure as RawClient.Failure where failure.isRefused {
            return ("", .refused)
        }
        clients[step.connection] = client
        if !step.request.isEmpty { client.send(step.request) }
        switch step.end {
        case .complete:
            guard let response = client.response(toHead: step.request.hasPrefix("HEAD ")) else {
                clients[step.connection] = nil
                return ("nothing", .complete)
            }
            return (step.answer(response), .complete)
        case .left:
            clients[step.connection] = nil
            guard let response = client.response(until: { step.isMet(by: step.answer($0)) }) else {
                let rest = client.rest(isPatient: false)
                return (step.answer(rest.response), Step.End(rest.ending))
            }
            return (step.answer(response), .left)
        case .closed, .reset, .refused:
            clients[step.connection] = nil
            let rest = client.rest()
            return (step.answer(rest.response), Step.End(rest.ending))
        case .silent:
            if !step.answer.isEmpty { client.waitForSomething() }
            // What is to come has been sent by then.
            backend.catchUp()
            let rest = client.rest(isPatient: false)
            return (step.answer(rest.response), Step.End(rest.ending))
        }
    }
}

extension Step.End {
    fileprivate init(_ ending: RawClient.Ending) {
        switch ending {
        case .closed: self = .closed
        case .reset: self = .reset
        case .silent: self = .silent
        }
    }
}
