/// A defect that the notes client can have.
///
/// Each shows only in a combination: of several faults in one call, or of several calls.
package enum NotesDefect: String, Sendable, CaseIterable {
    // PROP-01: each call ends in time, and sends nothing afterwards.
    case resumesSyncAlone, restartsDeadline
    // PROP-02: values are those that the server sent.
    case repairsRetriedList, storesTruncatedList, validatesRemovedList
    // PROP-03: attempts are limited.
    case restartsAttempts, repeatsLostRefresh
    // PROP-04: effects occur at most once.
    case newKeyOnLastAttempt, newKeyAfterRefresh, newKeyPerSync
    // PROP-05: the client recovers, and delivers queued notes in order.
    case movesFailedNote, dropsTwiceFailedNote, skipsFailedPage
    // PROP-06: reads include the own writes.
    case losesRetriedCreation, keepsDeletedNote
    // PROP-07: tokens are replaced once.
    case refreshesWithUsedToken, retriesWithReplacedToken
    // PROP-08: waits are as declared.
    case continuesBackoff, ignoresRetryAfterAfterLoss
    // PROP-09: errors are complete.
    case losesStatusAfterLoss, losesDetailsAfterRefresh
    // PROP-10: a call has no effect on later ones.
    case keepsUnreadableRefresh, storesAfterLogout, readsLeftoverBytes
}

extension NotesDefect {
    /// The ID of the property that the defect violates.
    package var property: String {
        switch self {
        case .resumesSyncAlone, .restartsDeadline: "PROP-01"
        case .repairsRetriedList, .storesTruncatedList, .validatesRemovedList: "PROP-02"
        case .restartsAttempts, .repeatsLostRefresh: "PROP-03"
        case .newKeyOnLastAttempt, .newKeyAfterRefresh, .newKeyPerSync: "PROP-04"
        case .movesFailedNote, .dropsTwiceFailedNote, .skipsFailedPage: "PROP-05"
        case .losesRetriedCreation, .keepsDeletedNote: "PROP-06"
        case .refreshesWithUsedToken, .retriesWithReplacedToken: "PROP-07"
        case .continuesBackoff, .ignoresRetryAfterAfterLoss: "PROP-08"
        case .losesStatusAfterLoss, .losesDetailsAfterRefresh: "PROP-09"
        case .keepsUnreadableRefresh, .storesAfterLogout, .readsLeftoverBytes: "PROP-10"
        }
    }

    /// A sentence about the client, without its subject.
    package var summary: String {
        switch self {
        case .resumesSyncAlone: "Sends a queued note again in the background after a sync that stopped at it"
        case .restartsDeadline: "Measures the deadline of a call anew after a token refresh"
        case .repairsRetriedList: "Returns the complete items of a truncated list that it requested again"
        case .storesTruncatedList: "Stores the complete items of a truncated list, and returns them offline"
        case .validatesRemovedList: "Returns an empty list as current after a 304 for a list that a logout removed"
        case .restartsAttempts: "Counts the attempts of a call anew after a token refresh"
        case .repeatsLostRefresh: "Sends a token refresh again if its reply is lost"
        case .newKeyOnLastAttempt: "Sends the third attempt of a creation with a new key"
        case .newKeyAfterRefresh: "Sends a retried creation with a new key after a token refresh"
        case .newKeyPerSync: "Delivers a queued note with a new key in each sync"
        case .movesFailedNote: "Moves a queued note behind the others if its delivery fails"
        case .dropsTwiceFailedNote: "Drops a queued note if its delivery fails twice"
        case .skipsFailedPage: "Skips a page that failed, unless it is the first one"
        case .losesRetriedCreation: "Does not add a note to the stored list if its creation was retried"
        case .keepsDeletedNote: "Keeps a note in the stored list if the reply to its deletion was lost"
        case .refreshesWithUsedToken: "Refreshes a second time in a call, with the refresh token of the first time"
        case .retriesWithReplacedToken: "Sends the token from before a refresh in the retries of a call"
        case .continuesBackoff: "Continues the backoff of a failed call in the next call"
        case .ignoresRetryAfterAfterLoss: "Ignores Retry-After in a call that has lost a connection before"
        case .losesStatusAfterLoss: "Reports an earlier lost connection instead of the status of the last reply"
        case .losesDetailsAfterRefresh: "Reports an error without its headers and body after a token refresh"
        case .keepsUnreadableRefresh: "Returns the error of a token refresh with an unreadable reply to all later calls"
        case .storesAfterLogout: "Stores a list that arrives after a logout"
        case .readsLeftoverBytes: "Reads bytes after the reply to a retry as the reply to its next request"
        }
    }
}
