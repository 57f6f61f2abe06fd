import Rehearsal
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// A follower of the journal that adds an endpoint to a document for each new unmatched request.
final class MissingEndpointWriter: Sendable {
    private let follower: JournalFollower

    /// Starts to add endpoints for the unmatched requests in the journal.
    ///
    /// - Throws: `ScenarioAppender.Failure` if endpoints cannot be added to the document.
    init(of backend: Backend, to path: String, _ terminal: Terminal) throws {
        let document = try ScenarioAppender(path)
        let state = State(backend.redaction)
        follower = try JournalFollower(backend) { items, _ in
            for case .exchange(let entry) in items where entry.decision == .unmatched {
                state.add(entry, to: document, named: path, terminal)
            }
        }
    }

    /// Adds the remaining endpoints and stops.
    func finish() { follower.finish() }

    private final class State: Sendable {
        private let known = Locked<Set<JSON>>([])
        private let redaction: Redaction

        init(_ redaction: Redaction) { self.redaction = redaction }

        func add(_ entry: Journal.Entry, to document: ScenarioAppender, named path: String, _ terminal: Terminal) {
            let target = entry.target.prefix { $0 != "?" }
            guard target.hasPrefix("/") else { return }
            let endpoint = Scenario.Endpoint.suggestedEndpoint(entry.method, String(target))
            guard known.withLock({ $0.insert(endpoint).inserted }) else { return }
            guard redaction.requestTarget(String(target)) == target else {
                return terminal.writeError("not added to \(path): the path of the request contains a secret")
            }
            do throws(ScenarioAppender.Failure) {
                try document.add(endpoint)
                terminal.writeError("added to \(path): \(entry.method.printable) \(String(target).printable)")
            } catch {
                // The user can still paste the endpoint by hand.
                let text = String(decoding: endpoint.bytes(), as: UTF8.self)
                terminal.writeError("\(error); add this endpoint yourself: \(text.printable)")
            }
        }
    }
}
