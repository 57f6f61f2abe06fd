extension Catalogue {
    /// What a status means: STAT.
    static let statuses: [Rule] = [everySuccess, clientErrors, serverErrors, nothingReturned, failureKept, partial]
}
