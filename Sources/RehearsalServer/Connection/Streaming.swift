import Rehearsal

/// A body that is made piece by piece while it is sent; it belongs to the loop of its connection.
final class Streaming {
    let next: Scenario.Reply.Stream
    /// Makes the pieces, off the loop.
    var task: Task<Void, Never>?
    /// Told whether to go on when the piece before has been handed to the kernel.
    var acknowledge: CheckedContinuation<Bool, Never>?
    /// The last piece has been handed over.
    var isOver = false

    init(_ next: @escaping Scenario.Reply.Stream) { self.next = next }

    /// Nobody is there any more to send pieces to.
    func cancel() {
        task?.cancel()
        acknowledge?.resume(returning: false)
        acknowledge = nil
    }
}
