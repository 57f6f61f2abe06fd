import RehearsalContracts
import RehearsalGallery
import RehearsalPlatform
import RehearsalTesting
import TestAdmission
import Testing

@Suite("The search for schedules in a test", .limitedConcurrency)
struct ExploreTests {
    /// The issue of a search: its text, and whether it fails the test.
    private struct Recorded: Equatable {
        let text: String
        let isFailure: Bool
    }

    /// Searches with a property of the app, and returns the issues.
    private func issues(
        _ exploration: Exploration = Notes.exploration,
        schedules: Int = 3,
        _ violations: @escaping @Sendable () -> [Exploration.AppProperty.Violation],
    ) async throws -> [Recorded] {
        var exploration = exploration
        exploration.operations = ["listNotes"]
        exploration.properties = [.init("APP-01", "It holds.") { _ in violations() }]
        let recorded = Locked<[Recorded]>([])
        try await withKnownIssue(isIntermittent: true) { [exploration] in
            try await explore(.notes, exploration, schedules: schedules, properties: ["APP-01"]) { NotesClient($0) }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            recorded.withLock { $0.append(Recorded(text: text, isFailure: issue.severity == .error)) }
            return true
        }
        return recorded.withLock { $0 }
    }

    @Test("A violation in each run is a failure, with the schedule.")
    func reproducible() async throws {
        let sut = try await issues { [.init("it does not", step: 0)] }
        // One in a step with a call, and one in a step without.
        #expect(sut.map(\.isFailure) == [true, true], "\(sut)")
        #expect(sut.first?.text.hasPrefix("APP-01 in step 1: it does not\n") ?? false, "\(sut)")
    }

    @Test("A violation that does not repeat is a warning with its rate.")
    func flaky() async throws {
        let checks = Locked(0)
        // Other schedules would be checked at the same time as the repetitions.
        let sut = try await issues(schedules: 1) {
            let number = checks.withLock { count in
                count += 1
                return count
            }
            // The second run passes, and of the ten after it one fails.
            return [1, 5].contains(number) ? [.init("it does not", step: 0)] : []
        }
        #expect(sut.map(\.isFailure) == [false])
        let start = "not reproducible, failed in 1 of 11 runs:\nAPP-01 in step 1: it does not\n"
        #expect(sut.first?.text.hasPrefix(start) ?? false, "\(sut)")
    }

    @Test("A request to a path that the model does not have is a warning, and a search without findings has no other.")
    func undeclaredPath() async throws {
        #expect(try await issues { [] } == [])
        var exploration = Notes.exploration
        exploration.model.resources = []
        let sut = try await issues(exploration) { [] }
        let text = "not in the model, which replied with 501: GET /notes"
        #expect(sut == [Recorded(text: text, isFailure: false)])
    }
}

extension Contract where Subject == NotesClient {
    fileprivate static var notes: Contract { Notes.contract }
}
