import Rehearsal
import RehearsalPlatform
import RehearsalServer

/// A stream of server-sent events about a session (HTML Standard, section "Server-sent events").
///
/// The server computes the next events only after it has sent the previous ones, so a slow client receives fewer and
/// larger batches. The event `dropped` has the number of exchanges that it did not receive.
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
    private var nextExpectations = ContinuousClock.now
    private var nextSign = ContinuousClock.now
    private var previous = ContinuousClock.now - .seconds(1)

    /// The minimum time between two batches.
    private static let interval = Duration.milliseconds(100)
    /// The time after which the stream sends a comment, so that a lost connection is noticed.
    private static let signInterval = Duration.seconds(10)
    /// The time between two checks for changes that the journal does not record, such as a new lease.
    private static let pollInterval = Duration.seconds(1)
    /// The number of exchanges in one event.
    private static let exchangesPerEvent = 500

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
            return hello + Self.bytes(of: stateEvents())
        }
        let pause = Self.interval - (.now - previous)
        if pause > .zero { try? await Task.sleep(for: pause) }
        while !Task.isCancelled {
            let batch = await changes.next(within: min(Self.pollInterval, max(.zero, end - .now)))
            previous = .now
            var text = events(of: batch) + stateEvents()
            if !batch.isEmpty { expectationsMayHaveChanged = true }
            text += expectationEvents()
            if .now >= nextSign || !text.isEmpty {
                nextSign = .now + Self.signInterval
                return Self.bytes(of: text.isEmpty ? ": the session continues\n\n" : text)
            }
            if call.sessions[call.session.name] == nil || end <= .now { return nil }
        }
        return nil
    }

    private var hello: [UInt8] {
        let backend = call.session.backend
        let wall = SystemClock.wallMilliseconds() - (SystemClock.now() - backend.startedAt) / 1_000_000
        return Self.bytes(
            of: Self.event(
                "hello",
                [
                    "session": .string(call.session.name),
                    "startedAt": .string(TimeFormat.isoMilliseconds.text(of: wall)),
                    "continued": .bool(changes.isContinuation),
                    "requests": .integer(backend.journal.count),
                ]
            )
        )
    }

    private func events(of batch: JournalChanges.Batch) -> String {
        var text = ""
        let startedAt = call.session.backend.startedAt
        for mark in batch.scenarioSwitches {
            let document: JSON = [
                "number": .integer(mark.number), "scenario": .string(mark.scenario),
                "at": .integer((mark.at - startedAt) / 1_000),
            ]
            text += Self.event("mark", document)
        }
        for start in stride(from: 0, to: batch.entries.count, by: Self.exchangesPerEvent) {
            let part = batch.entries[start..<min(start + Self.exchangesPerEvent, batch.entries.count)]
            let summaries = part.map { ExchangeSummary(entry: $0, startedAt: startedAt, redaction: redaction).json }
            text += Self.event("exchanges", ["exchanges": .array(summaries)])
        }
        if batch.missed > missed {
            missed = batch.missed
            text += Self.event("dropped", ["exchanges": .integer(missed)])
        }
        // The identifier follows all events of the batch, so that a client that loses one of them receives all again.
        return text.isEmpty ? "" : text + "id: \(batch.position)\nevent: position\ndata: {}\n\n"
    }

    /// Returns the events about the scenario and its state, if they have changed.
    private func stateEvents() -> String {
        guard let session = call.sessions[call.session.name] else { return "" }
        let state = SessionState(session: session)
        var text = ""
        let run = session.backend.runCount
        if run != sentRun {
            sentRun = run
            sentExpectations = nil
            expectationsMayHaveChanged = true
            text += Self.event("scenario", state.scenarioJSON)
        }
        let json = state.json
        if json != sentState {
            sentState = json
            text += Self.event("state", json)
        }
        return text
    }

    /// Returns the event about the expectations, if they have changed. A long evaluation is followed by a long pause.
    private func expectationEvents() -> String {
        guard expectationsMayHaveChanged, .now >= nextExpectations || sentExpectations == nil else { return "" }
        expectationsMayHaveChanged = false
        let start = ContinuousClock.now
        let json = SessionState(session: call.session).expectationsJSON
        let duration = ContinuousClock.now - start
        nextExpectations = .now + max(.milliseconds(500), duration * 20)
        guard json != sentExpectations else { return "" }
        sentExpectations = json
        return Self.event("expectations", json)
    }

    private static func event(_ name: String, _ data: JSON) -> String {
        "event: \(name)\ndata: \(String(decoding: data.printableBytes(pretty: false), as: UTF8.self))\n\n"
    }

    private static func bytes(of text: String) -> [UInt8] { Array(text.utf8) }
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
