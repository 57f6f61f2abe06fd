/// A reporter of errors that are not meaningful to the user.
public protocol ErrorReporterProtocol: Sendable {
    /// Reports an error and the activity during which it occurred. The report must not contain input of the user.
    func report(_ error: any Error, during activity: String) async
}

/// A reporter that adapts a vendor's SDK.
public actor CrashKitReporter: ErrorReporterProtocol {
    private let kit: CrashKit
    /// The number of errors that the SDK did not accept.
    public private(set) var dropped = 0

    /// Creates a reporter with its own SDK instance.
    public init() { kit = CrashKit() }

    /// Creates a reporter that uses an existing SDK instance.
    init(_ kit: sending CrashKit) { self.kit = kit }

    /// The events that the SDK has received.
    var reportedEvents: [[String: String]] { kit.events }

    /// Reports the type of an error and the activity.
    public func report(_ error: any Error, during activity: String) {
        kit.send(["activity": activity, "error": "\(type(of: error))"]) { code in
            if code != 0 { dropped += 1 }
        }
    }
}

/// An imitation of a vendor's SDK, with dictionaries, result codes, callbacks and a bounded queue.
///
/// Only ``CrashKitReporter`` uses it, so that replacing the SDK changes one file.
final class CrashKit {
    /// The accepted events.
    private(set) var events: [[String: String]] = []
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    /// Sends an event; the result code is 0 for success and 7 for a full queue.
    func send(_ event: [String: String], completion: (Int) -> Void) {
        guard events.count < capacity else { return completion(7) }
        events.append(event)
        completion(0)
    }
}
