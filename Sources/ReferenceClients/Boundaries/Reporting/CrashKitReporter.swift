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
