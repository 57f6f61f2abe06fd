import Rehearsal
import RehearsalContracts
import RehearsalPlatform

/// The searches of a subject that `rehearsal explore` starts and stops by messages.
final class ExplorationService: Sendable {
    private let subject: any ExploredSubject
    private let exploration: Exploration
    private let write: @Sendable (JSON) -> Void
    private let current = Locked<Task<Void, Never>?>(nil)

    /// - Parameter write: sends a message to the harness. Several tasks may call it at the same time.
    init(_ subject: any ExploredSubject, _ exploration: Exploration, write: @escaping @Sendable (JSON) -> Void) {
        (self.subject, self.exploration, self.write) = (subject, exploration, write)
    }

    /// Performs a request. A search runs in the background, one at a time.
    func perform(_ request: ExplorationRequest) {
        let known = Property.all(of: exploration).map(\.id)
        if let unknown = request.properties.first(where: { !known.contains($0) }) {
            let hint = "its properties are \(known.joined(separator: ", "))"
            return write(ExplorationAnswer.failed("the client has no property \"\(unknown)\"; \(hint)").message)
        }
        switch request {
        case .stop: current.withLock { $0?.cancel() }
        case .start(let options):
            run { [self] in
                try await Explorer(subject, exploration, options).run { progress in
                    write(ExplorationAnswer.progress(progress).message)
                }
            }
        case .replay(let replay):
            run { [self] in try await ScheduleReplay(subject, exploration).report(of: replay) }
        }
    }

    private func run(_ work: @escaping @Sendable () async throws -> ExplorationReport) {
        current.withLock { task in
            let previous = task
            task = Task { [write] in
                await previous?.value
                do { write(ExplorationAnswer.report(try await work()).message) } catch {
                    write(ExplorationAnswer.failed("\(error)").message)
                }
            }
        }
    }
}
