import Rehearsal

/// The pace and the faults with which the server reads the body of one request.
struct UploadThrottle {
    /// The longest pause, in nanoseconds. The sum of a time and this pause does not overflow.
    private static let longestPause: Int64 = 1 << 60
    /// The interval between checks for the client's disconnection while the server does not read, in nanoseconds.
    static let probeInterval: Int64 = 100_000_000

    /// The pending faults, with the numbers of body bytes after which they take effect, in ascending order.
    private var faults: [(fault: Fault, offset: Int)]
    /// The names of the faults in the journal; nil without faults.
    let faultNames: String?
    /// The maximum rate in bytes per second; nil for no limit.
    private let pace: Int?
    /// The time until which reading is paused; 0 while it is not paused.
    private var resumesAt: Int64 = 0
    /// Whether the client closed its side after it had sent the complete body.
    private(set) var wasCompleteAtClose = false

    /// Creates the throttle that a decision requires; nil if it has neither an upload fault nor a pace.
    init?(_ ruling: ScenarioRun.Decision, head: RequestHead, hasBody: Bool) {
        let uploadFaults = ruling.uploadFaults
        guard !uploadFaults.isEmpty || (hasBody && ruling.uploadPace != nil) else { return nil }
        let faults = uploadFaults.map { (fault: $0, offset: Self.offset(of: $0.stage, in: head)) }
        self.faults = faults.sorted { $0.offset < $1.offset }
        faultNames = uploadFaults.isEmpty ? nil : ruling.faultNames
        pace = ruling.uploadPace
    }

    /// Returns the number of body bytes after which a fault takes effect; it does so at the latest at the body's end.
    private static func offset(of stage: Fault.Stage, in head: RequestHead) -> Int {
        guard case .requestBody(let amount) = stage else { return 0 }
        guard head.isChunked else { return amount.bytes(of: head.contentLength ?? 0) }
        guard case .percent(let percentage) = amount else { return amount.bytes(of: .max) }
        // The length of a chunked body is unknown before its end, and so is a percentage of it.
        return percentage > 0 ? (percentage < 100 ? 1 : .max) : 0
    }

    /// Whether reading is paused.
    var isPaused: Bool { resumesAt > 0 }

    /// Whether the pause ends at or before a time.
    func isDue(at now: Int64) -> Bool { resumesAt <= now }

    /// Removes and returns the next fault that takes effect after a number of body bytes; nil if none does.
    mutating func nextFault(read length: Int, isOver: Bool) -> Fault? {
        guard let next = faults.first, length >= next.offset || isOver else { return nil }
        faults.removeFirst()
        return next.fault
    }

    /// Pauses reading for a duration. During a pause, the duration is added to it.
    mutating func pause(for duration: Int64, from now: Int64) {
        resumesAt = max(now, resumesAt) + min(max(1, duration), Self.longestPause)
    }

    /// Records that the client closed its side, and whether it had sent the complete body.
    mutating func clientClosed(afterWhole isWhole: Bool) { self.wasCompleteAtClose = isWhole }

    /// Ends the pause.
    mutating func resume() { resumesAt = 0 }

    /// Shortens the pause by a duration, and returns its new end; nil while reading is not paused.
    mutating func advance(by duration: Int64) -> Int64? {
        guard isPaused else { return nil }
        resumesAt = max(1, resumesAt - duration)
        return resumesAt
    }

    /// Returns the time at which the loop checks the upload again.
    func deadline(at now: Int64) -> Int64 { min(resumesAt, now + Self.probeInterval) }

    /// The maximum number of bytes read at once: those of 1/20 s at the pace, to avoid bursts and single-byte reads.
    var readSize: Int { pace.map { min(EventLoop.inputSize, max(1, $0 / 20)) } ?? EventLoop.inputSize }

    /// Returns the number of available bytes to process, given the number of body bytes processed before.
    ///
    /// The number is limited by the pace and by the offset of the next fault.
    func size(of count: Int, read length: Int) -> Int {
        let size = min(count, readSize)
        return faults.first.map { min(size, max(1, $0.offset - length)) } ?? size
    }

    /// Pauses reading for the time that a number of bytes takes at the pace. Returns whether there is a pace.
    mutating func pauseForPace(_ count: Int, at now: Int64) -> Bool {
        guard let pace, count > 0 else { return false }
        pause(for: Int64(count) * 1_000_000_000 / Int64(max(1, pace)), from: now)
        return true
    }
}
