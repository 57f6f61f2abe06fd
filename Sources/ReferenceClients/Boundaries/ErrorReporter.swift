/// Is told of what nobody can explain to the user.
public protocol ErrorReporterProtocol: Sendable {
    /// Notes an error, and what the app was about; never what the user typed.
    func report(_ error: any Error, during activity: String) async
}

/// Tells a vendor's SDK of errors, in its own language.
public actor CrashKitReporter: ErrorReporterProtocol {
    private let kit: CrashKit
    /// How many errors the vendor did not take; the app goes on without them.
    public private(set) var dropped = 0

    /// A reporter with an SDK of its own.
    public init() { kit = CrashKit() }

    /// A reporter over an SDK that only it uses.
    init(_ kit: sending CrashKit) { self.kit = kit }

    /// What the SDK has been told.
    var told: [[String: String]] { kit.events }

    /// Notes the type of an error, and what the app was about.
    public func report(_ error: any Error, during activity: String) {
        kit.send(["activity": activity, "error": "\(type(of: error))"]) { code in
            if code != 0 { dropped += 1 }
        }
    }
}

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
