/// The progress of a call over its attempts.
struct CallProgress: Sendable {
    /// The time since the start of the call.
    var watch: Stopwatch
    /// The number of the current attempt. The repetition after a token refresh is the same attempt.
    var attempt = 1
    /// The last failure without a reply.
    var loss: WireFailure?
    /// Whether the server may have carried out an attempt that failed.
    var mayHaveArrived = false
    /// Whether the token was refreshed, so that another 401 ends the call.
    var hasRefreshed = false

    init(_ watch: Stopwatch) { self.watch = watch }

    /// Records a failed attempt.
    mutating func record(_ result: Result<WireReply, WireFailure>) {
        switch result {
        case .success(let reply): mayHaveArrived = mayHaveArrived || reply.status >= 500
        case .failure(let failure): (loss, mayHaveArrived) = (failure, mayHaveArrived || failure.mayHaveArrived)
        }
    }
}
