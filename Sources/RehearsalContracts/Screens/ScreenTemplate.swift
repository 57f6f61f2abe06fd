/// A template of a promise that every screen with the necessary capabilities should keep.
///
/// The scenario of each template follows from the recorded reply of the operation that the screen loads.
public enum ScreenTemplate: String, Sendable, Hashable, CaseIterable {
    /// A successful load clears the error and the stale mark of an earlier load.
    case errorClearedBySuccess
    /// A failed load is shown as an error, and the loading ends.
    case failureIsShown
    /// A late reply to an older load does not replace the reply to a newer one.
    case latestWins
    /// Leaving the screen cancels its request, ends the loading and shows no error.
    case cancelledIsNotAnError
    /// After a logout, the screen shows the same value and rows as before its first load.
    case forgetsOnLogout
    /// Deleting rows deletes the selected rows and no others.
    case deleteByIdentity
    /// A row whose deletion fails is shown again, with an error.
    case rollsBackOnFailure
    /// Loading again shows the same rows, and no row twice.
    case noDuplicateRows
}

extension ScreenTemplate {
    /// Returns all templates except these.
    public static func all(except templates: ScreenTemplate...) -> [ScreenTemplate] {
        allCases.filter { !templates.contains($0) }
    }

    /// The ID of the promise of a screen: `SCREEN-LATEST-reservations`.
    package func id(on screen: String) -> String { "SCREEN-\(word)-\(screen)" }

    private var word: String {
        switch self {
        case .errorClearedBySuccess: "CLEARED"
        case .failureIsShown: "FAILURE"
        case .latestWins: "LATEST"
        case .cancelledIsNotAnError: "LEAVING"
        case .forgetsOnLogout: "LOGOUT"
        case .deleteByIdentity: "DELETION"
        case .rollsBackOnFailure: "ROLLBACK"
        case .noDuplicateRows: "ROWS"
        }
    }

    /// The promise in one sentence.
    package var statement: String {
        switch self {
        case .errorClearedBySuccess: "A successful load clears the error and the stale mark of an earlier load."
        case .failureIsShown: "A failed load shows an error and ends the loading."
        case .latestWins: "A late reply to an older load does not replace the reply to a newer one."
        case .cancelledIsNotAnError: "Leaving the screen cancels its request, ends the loading and shows no error."
        case .forgetsOnLogout: "After a logout, the screen shows the same value and rows as before its first load."
        case .deleteByIdentity: "Deleting rows sends a request for each selected row, and removes these rows only."
        case .rollsBackOnFailure: "A row whose deletion fails stays in the list, and the failure is shown."
        case .noDuplicateRows: "Loading again shows the same rows, and no row twice."
        }
    }

    /// The rules that must pass for the operation before the promise can be judged.
    package var dependsOn: [String] {
        switch self {
        case .errorClearedBySuccess, .failureIsShown: ["STAT-01", "STAT-02"]
        case .latestWins, .forgetsOnLogout, .noDuplicateRows, .deleteByIdentity, .rollsBackOnFailure: ["STAT-01"]
        case .cancelledIsNotAnError: ["STAT-01", "CANC-01"]
        }
    }
}
