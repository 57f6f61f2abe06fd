import RehearsalHTTP

/// What kept an exchange from coming to its end.
enum Interruption: Error {
    case upstream(TransferFailure)
    /// The client broke a rule in the body of its request.
    case request(Violation)
    /// The client has gone before its request was whole.
    case clientGone
    /// The client sends no more of a request that is not whole.
    case clientSilent
    /// The recording ends.
    case stopped
}
