import Rehearsal
import RehearsalServer
import RehearsalTestSupport

/// A server in this process with a second session `a` on its port, and clients that act in steps.
///
/// Each step is complete on both sides before the next one starts. Calls block: the fuzzer makes them on its own
/// thread, the test suite in `runBlocking`.
struct ServerSimulation {
    private let front: Backend
    private var other: Backend?
    /// Every backend, including stopped ones.
    private let backends: [Backend]
    /// The clients in order of connection.
    private(set) var clients: [NonBlockingClient] = []

    /// The event loop of all runs.
    private static let loops = try? LoopGroup(threads: 1)
    private static let mostClients = 8

    /// Small limits, which inputs of the fuzzer reach, and long timeouts, which a busy machine does not reach.
    private static var limits: Backend.Limits {
        var limits = Backend.Limits()
        (limits.head, limits.headerLines, limits.target, limits.body) = (4096, 24, 1024, 8192)
        (limits.idle, limits.headTimeout, limits.bodyTimeout) = (.seconds(600), .seconds(600), .seconds(600))
        return limits
    }

    init(_ scenario: Scenario, tolerating leniency: Backend.Leniency = []) throws {
        var options = Backend.Options()
        (options.loops, options.limits, options.leniency) = (Self.loops, Self.limits, leniency)
        options.sharesPort = true
        front = try Backend.start(scenario, options: options)
        var shared = scenario
        // Only the first session may define network behavior of a shared port.
        shared.network = []
        let other = try Backend.start(shared, as: "a", on: front, options: options)
        self.other = other
        backends = [front, other]
        connect()
    }

    /// Performs a step: sends the bytes as one segment, or runs the command after 0x1F.
    mutating func perform(_ step: [UInt8]) throws {
        let command = step.first == 0x1F && step.count == 2 ? step[1] : 0
        switch command {
        case UInt8(ascii: "c"): connect()
        case UInt8(ascii: "f"): clients.last?.finishSending()
        case UInt8(ascii: "r"):
            clients.last?.receive()
            clients.last?.reset()
        case UInt8(ascii: "t"): pass(.seconds(3_600))
        case UInt8(ascii: "h"): for name in front.holds { try front.release(name) }
        case UInt8(ascii: "p"): try front.reset()
        case UInt8(ascii: "s"):
            other?.stopAndWait()
            other = nil
        default: clients.last?.send(step)
        }
        settle()
    }

    private mutating func connect() {
        guard clients.count < Self.mostClients, let client = NonBlockingClient(port: front.port) else { return }
        clients.append(client)
        settle()
    }

    private func pass(_ time: Duration) {
        front.advance(by: time)
        other?.advance(by: time)
    }

    /// Waits until the server has read all sent bytes, and reads its replies.
    private func settle() {
        front.drainSockets()
        for client in clients { client.receive() }
    }

    /// Stops the server and checks the journals.
    ///
    /// - Returns: the exchanges of the first session, in order.
    mutating func finish() throws -> [Journal.Entry] {
        pass(.seconds(86_400))
        settle()
        for client in clients { client.finishSending() }
        settle()
        other?.stopAndWait()
        front.stopAndWait()
        for client in clients { client.reset() }
        let sent = clients.reduce(0) { $0 + $1.sent }
        let counted = backends.flatMap(\.journal.connections).reduce(0) { $0 + $1.received }
        try Finding.require(counted <= sent, "\(sent) bytes were sent, but \(counted) are counted as read")
        for backend in backends { try backend.requireConsistentJournal() }
        return front.journal.entries
    }
}

extension Backend {
    /// Checks that every exchange has ended and serializes to one line of JSON.
    fileprivate func requireConsistentJournal() throws {
        let entries = journal.entries
        for entry in entries {
            try Finding.require(
                entry.end != nil,
                "\(entry.method) \(entry.target) is open after the stop of the server"
            )
            let line = entry.ndjsonLine(redaction)
            try Finding.require(line.last == 0x0A && !line.dropLast().contains(0x0A), "an exchange of several lines")
            try Finding.require((try? JSON(parsing: line)) != nil, "an exchange whose line is not valid JSON")
        }
        for finding in findings { _ = finding.text(since: startedAt, redaction) }
        _ = Timeline(entries, journal.connections, since: startedAt, redaction).lines
    }
}
