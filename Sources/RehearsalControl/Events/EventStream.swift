import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// A stream of server-sent events about a session (HTML Standard, section "Server-sent events").
///
/// The server computes the next events only after it has sent the previous ones, so a slow client receives fewer and
/// larger batches. After each batch the stream pauses in proportion to the time that the batch needed, and to its size,
/// because sending it needs time too. The stream therefore uses only a small share of a processor. It skips exchanges
/// if it would otherwise be too late; the event `dropped` has the number of exchanges that the client did not receive.
actor EventStream {
    private let call: OperationCall
    private let changes: JournalChanges
    private let redaction: Redaction
    private let capture: CaptureRequest
    private let end: ContinuousClock.Instant
    private var hasBegun = false
    private var missed = 0
    private var sentState: JSON?
    private var sentRun: Int?
    private var sentExpectations: JSON?
    private var expectationsMayHaveChanged = true
    private var findingCounts: Backend.FindingCounts?
    private var nextExpectations = ContinuousClock.now
    private var nextSign = ContinuousClock.now
    private var previous = ContinuousClock.now - .seconds(1)
    /// The minimum time from the previous batch to the next one.
    private var pause = EventStream.interval
    private var nextState = ContinuousClock.now
    private var stateMayHaveChanged = false
    /// Whether the previous batch had many exchanges.
    private var isSteady = false
    /// The maximum number of exchanges in the next batch.
    private var batchSize = EventStream.initialBatchSize

    /// The minimum time between two batches.
    private static let interval = Duration.milliseconds(100)
    /// The minimum time between two batches of many exchanges.
    private static let steadyInterval = Duration.milliseconds(600)
    /// The number of exchanges from which a batch has many.
    private static let steadyCount = 10
    /// The minimum time between two checks of the state while few exchanges arrive.
    private static let stateInterval = Duration.milliseconds(300)
    /// The minimum time between two checks of the state while many exchanges arrive.
    private static let steadyStateInterval = Duration.milliseconds(1_200)
    /// The ratio of the pause after a batch to the time that the batch needed.
    private static let pauseRatio = 40
    private static let maximumPause = Duration.seconds(1)
    private static let initialBatchSize = 5_000
    /// The limits of the number of exchanges in a batch.
    private static let batchSizes = 1_000...20_000
    /// The time after which the stream sends a comment, so that a lost connection is noticed.
    private static let signInterval = Duration.seconds(10)
    /// The time between two checks for changes that the journal does not record, such as a new lease.
    private static let pollInterval = Duration.seconds(1)
    /// The number of exchanges in one event.
    private static let exchangesPerEvent = 500
    /// The usual number of bytes of an exchange in an event.
    private static let bytesPerExchange = 240

    init(_ call: OperationCall) {
        self.call = call
        let backend = call.session.backend
        capture = CaptureRequest(backend)
        let last = call.lastEventID ?? call.text("last-event-id")
        changes = JournalChanges(backend, after: last, recent: call.integer("recent") ?? 1_000)
        redaction = backend.redaction
        end = .now + call.settings.maxStreamDuration
    }

    /// Waits for the next events and returns them; nil at the end of the stream.
    func next() async -> [UInt8]? {
        guard hasBegun else {
            hasBegun = true
            return hello + stateEvents()
        }
        let rest = pause - (.now - previous)
        if rest > .zero { try? await Task.sleep(for: rest) }
        while !Task.isCancelled {
            let batch = await changes.next(within: max(.zero, min(nextCheck, end) - .now), atMost: batchSize)
            previous = .now
            var bytes = events(of: batch)
            bytes += stateEvents(isDue: batch.isEmpty || !batch.scenarioSwitches.isEmpty)
            noteExpectations(about: batch)
            bytes += expectationEvents()
            adapt(to: batch.exchanges.count, batch.readingTime + (.now - previous))
            if .now >= nextSign || !bytes.isEmpty {
                nextSign = .now + Self.signInterval
                return bytes.isEmpty ? Array(": the session continues\n\n".utf8) : bytes
            }
            if session == nil || end <= .now { return nil }
        }
        return nil
    }

    /// The session; nil after its end, also if another session has its name.
    private var session: Sessions.ManagedSession? {
        let named = call.sessions[call.session.name]
        return named?.backend === call.session.backend ? named : nil
    }

    /// Sets the pause and the size of the next batch according to the previous one.
    private func adapt(to count: Int, _ duration: Duration) {
        isSteady = count >= Self.steadyCount
        let needed = duration * Self.pauseRatio
        let sizePause = Self.maximumPause * (Double(count) / Double(Self.batchSizes.upperBound))
        pause = min(max(isSteady ? Self.steadyInterval : Self.interval, needed, sizePause), Self.maximumPause)
        guard count >= Self.batchSizes.lowerBound, duration > .zero else { return }
        let size = Double(count) * (Self.maximumPause / needed)
        batchSize = Int(min(max(size, Double(Self.batchSizes.lowerBound)), Double(Self.batchSizes.upperBound)))
    }

    /// The instant of the next check for changes if no exchange changes.
    private var nextCheck: ContinuousClock.Instant {
        var instant = ContinuousClock.now + Self.pollInterval
        if stateMayHaveChanged { instant = min(instant, nextState) }
        if expectationsMayHaveChanged { instant = min(instant, nextExpectations) }
        return instant
    }

    private var hello: [UInt8] {
        let backend = call.session.backend
        let wall = SystemClock.wallMilliseconds() - (SystemClock.now() - backend.startedAt) / 1_000_000
        return Self.event(
            "hello",
            [
                "session": .string(call.session.name),
                "startedAt": .string(TimeFormat.isoMilliseconds.text(of: wall)),
                "continued": .bool(changes.isContinuation),
                "requests": .integer(backend.journal.count),
            ]
        )
    }

    private func events(of batch: JournalChanges.Batch) -> [UInt8] {
        var bytes: [UInt8] = []
        let startedAt = call.session.backend.startedAt
        for mark in batch.scenarioSwitches {
            let document: JSON = [
                "number": .integer(mark.number), "scenario": .string(mark.scenario),
                "at": .integer((mark.at - startedAt) / 1_000),
            ]
            bytes += Self.event("mark", document)
        }
        bytes.reserveCapacity(batch.exchanges.count * Self.bytesPerExchange)
        var writer = ExchangeSummaryWriter(batch, startedAt: startedAt, redaction: redaction)
        for start in stride(from: 0, to: batch.exchanges.count, by: Self.exchangesPerEvent) {
            let part = batch.exchanges[start..<min(start + Self.exchangesPerEvent, batch.exchanges.count)]
            bytes += "event: exchanges\ndata: {\"exchanges\":[".utf8
            bytes += writer.objects(of: part)
            bytes += "]}\n\n".utf8
        }
        if batch.missed > missed {
            missed = batch.missed
            bytes += Self.event("dropped", ["exchanges": .integer(missed)])
        }
        if bytes.isEmpty { return bytes }
        // The identifier follows all events of the batch, so that a client that loses one of them receives all again.
        return bytes + Array("id: \(batch.position)\nevent: position\ndata: {}\n\n".utf8)
    }

    /// Returns the events about the scenario and its state, if they have changed.
    ///
    /// - Parameter isDue: whether to check the state although the last check was a short time ago.
    private func stateEvents(isDue: Bool = true) -> [UInt8] {
        stateMayHaveChanged = !isDue && .now < nextState
        guard !stateMayHaveChanged, let session else { return [] }
        nextState = .now + (isSteady ? Self.steadyStateInterval : Self.stateInterval)
        let state = SessionState(session: session)
        var bytes: [UInt8] = []
        let run = session.backend.runCount
        if run != sentRun {
            sentRun = run
            sentExpectations = nil
            expectationsMayHaveChanged = true
            bytes += Self.event("scenario", state.scenarioJSON)
        }
        let json = state.json
        if json != sentState {
            sentState = json
            bytes += Self.event("state", json)
        }
        return bytes
    }

    /// Notes whether the results of expectations may have changed, because an evaluation reads the whole journal.
    private func noteExpectations(about batch: JournalChanges.Batch) {
        let backend = call.session.backend
        let counts = backend.findingCounts
        let mayBeExpected = { batch.entries.contains(where: backend.mayExpect) }
        if counts != findingCounts || (!backend.scenario.expect.isEmpty && mayBeExpected()) {
            expectationsMayHaveChanged = true
        }
        findingCounts = counts
    }

    /// Returns the event about the expectations, if they have changed. A long evaluation is followed by a long pause.
    private func expectationEvents() -> [UInt8] {
        guard expectationsMayHaveChanged, .now >= nextExpectations || sentExpectations == nil else { return [] }
        expectationsMayHaveChanged = false
        let start = ContinuousClock.now
        let json = SessionState(session: call.session).expectationsJSON
        let duration = ContinuousClock.now - start
        nextExpectations = .now + max(.milliseconds(500), duration * Self.pauseRatio * 2)
        guard json != sentExpectations else { return [] }
        sentExpectations = json
        return Self.event("expectations", json)
    }

    private static func event(_ name: String, _ data: JSON) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + data.printableBytes() + Array("\n\n".utf8)
    }
}

/// A request to capture the replies of a backend, which ends with the object.
private final class CaptureRequest: Sendable {
    private let backend: Backend

    init(_ backend: Backend) {
        self.backend = backend
        backend.beginReplyCapture()
    }

    deinit {
        // A loop may release the stream, and the end of the capture waits for the loops.
        Task.detached { [backend] in backend.endReplyCapture() }
    }
}
