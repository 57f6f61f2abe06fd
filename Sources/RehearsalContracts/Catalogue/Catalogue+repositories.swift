import Rehearsal

extension Catalogue {
    /// What stands between the wire and the app: REPO.
    static let repositories: [Rule] = [
        exactValue, offlineValue, refusalSurfaces, corruptionSurfaces, lostWrite, fetchedIsStored,
        impossibleAnswer,
    ]

    /// Why nothing of what a client stores can be tried with an operation; nil if it can.
    static func lacksStore(_ operation: Declaration.Operation) -> Rule.Applicability? {
        operation.stored == nil
            ? .notApplicable("nobody said what \(operation.name) falls back to (stored)") : nil
    }
}

extension Exercise {
    /// The same, for a client that has something stored.
    func storing(_ operation: Declaration.Operation) -> Exercise {
        var exercise = self
        if let stored = operation.stored { exercise.request.store[stored.key] = stored.value }
        return exercise
    }
}
