import Rehearsal

/// The pace and the faults of reading one request's body.
struct UploadThrottle {
    /// The longest pause, in nanoseconds; adding it to a time does not overflow.
    private static let longestPause: Int64 = 1 << 60
    /// The interval of checks whether a client is connected while nothing is read, in nanoseconds.
    static let probeInterval: Int64 = 100_000_000

    /// The pending faults with the body lengths at which they take effect, the shortest length first.
    private var faults: [(fault: Fault, offset: Int)]
    /// The names of the faults in the journal; nil without faults.
    let faultNames: String?
    /// The pace in bytes per second; nil for no limit.
    private let pace: Int?
    /// The time before which nothing is read; 0 while reading is not paused.
    private var resumesAt: Int64 = 0
    /// Whether the client closed its side after it had sent the complete body.
    private(set) var isWhole = false

    /// Returns nil for a body that is read as it arrives.
    init?(_ ruling: ScenarioRun.Decision, head: RequestHead, hasBody: Bool) {
        let found = ruling.uploadFaults
        guard !found.isEmpty || (hasBody && ruling.uploadPace != nil) else { return nil }
        let faults = found.map { (fault: $0, offset: Self.offset(of: $0.stage, in: head)) }
        self.faults = faults.sorted { $0.offset < $1.offset }
        faultNames = found.isEmpty ? nil : ruling.faultNames
        pace = ruling.uploadPace
    }

    /// Returns the length of the body at which a fault takes effect; every fault does at the end of the body.
    private static func offset(of stage: Fault.Stage, in head: RequestHead) -> Int {
        guard case .requestBody(let amount) = stage else { return 0 }
        guard head.isChunked else { return amount.bytes(of: head.contentLength ?? 0) }
        guard case .percent(let share) = amount else { return amount.bytes(of: .max) }
        // The length of a chunked body, and so a share of it, is unknown before its end.
        return share > 0 ? (share < 100 ? 1 : .max) : 0
    }

    /// Whether reading is paused.
    var isPaused: Bool { resumesAt > 0 }

    /// Whether the pause ends at or before a time.
    func isDue(at now: Int64) -> Bool { resumesAt <= now }

    /// Removes and returns the next fault that takes effect at a number of bytes read.
    mutating func nextFault(read length: Int, isOver: Bool) -> Fault? {
        guard let next = faults.first, length >= next.offset || isOver else { return nil }
        faults.removeFirst()
        return next.fault
    }

    /// Pauses reading for a duration that begins when the current pause ends.
    mutating func pause(for duration: Int64, from now: Int64) {
        resumesAt = max(now, resumesAt) + min(max(1, duration), Self.longestPause)
    }

    /// Records that the client closed its side, and whether it had sent the complete body.
    mutating func clientClosed(afterWhole isWhole: Bool) { self.isWhole = isWhole }

    /// Ends the pause.
    mutating func resume() { resumesAt = 0 }

    /// Brings the end of the pause forward and returns it; nil while reading is not paused.
    mutating func advance(by duration: Int64) -> Int64? {
        guard isPaused else { return nil }
        resumesAt = max(1, resumesAt - duration)
        return resumesAt
    }

    /// Returns the time at which the loop checks the upload again.
    func deadline(at now: Int64) -> Int64 { min(resumesAt, now + Self.probeInterval) }

    /// The maximum number of bytes read at once: a 20th of a second's pace, which avoids bursts and single-byte reads.
    var readSize: Int { pace.map { min(EventLoop.inputSize, max(1, $0 / 20)) } ?? EventLoop.inputSize }

    /// Returns the number of available bytes to take, given the number of body bytes read before.
    ///
    /// The result exceeds neither the pace nor the offset of the next fault.
    func size(of count: Int, read length: Int) -> Int {
        let size = min(count, readSize)
        return faults.first.map { min(size, max(1, $0.offset - length)) } ?? size
    }

    /// Pauses reading for the time that the pace requires after a number of bytes; returns whether it did.
    mutating func took(_ count: Int, at now: Int64) -> Bool {
        guard let pace, count > 0 else { return false }
        pause(for: Int64(count) * 1_000_000_000 / Int64(max(1, pace)), from: now)
        return true
    }
}
