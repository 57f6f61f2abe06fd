extension Catalogue {
    /// What a status means: STAT.
    static let statuses: [Rule] = [
        everySuccess, clientErrors, unusualStatuses, serverErrors, nothingReturned, failureKept, partial,
    ]
}
