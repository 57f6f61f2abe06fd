/// Stands in for a vendor's SDK, as such things come: dictionaries, codes, callbacks, and a queue that fills.
///
/// Nothing but ``CrashKitReporter`` knows it, so that another vendor's takes one file.
final class CrashKit {
    /// What has been handed over.
    private(set) var events: [[String: String]] = []
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    /// Hands over an event; 0 is good, 7 is a full queue.
    func send(_ event: [String: String], completion: (Int) -> Void) {
        guard events.count < capacity else { return completion(7) }
        events.append(event)
        completion(0)
    }
}
