package import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension Backend {
    /// An exchange with the bytes of its reply.
    package struct CapturedExchange: Sendable {
        package let entry: Journal.Entry
        /// The bytes that were sent; nil if they were not captured.
        package let sent: Journal.SentBytes?
    }

    /// Returns an exchange of the journal; nil if the journal does not contain it.
    package func exchange(_ ordinal: Int) -> CapturedExchange? {
        let (pieces, capturedPieces) = session.journalSlices()
        var reader = JournalReader(session, only: ordinal)
        for piece in pieces { _ = reader.read(piece) }
        guard let entry = reader.all.first else { return nil }
        return CapturedExchange(entry: entry, sent: session.sentBytes(of: [ordinal], in: capturedPieces)[ordinal])
    }

    /// Returns the exchanges of the journal, each with the bytes of its reply.
    package func capturedExchanges() -> [CapturedExchange] {
        let (pieces, capturedPieces) = session.journalSlices()
        var reader = JournalReader(session)
        for piece in pieces { _ = reader.read(piece) }
        let entries = reader.all
        let sent = session.sentBytes(of: entries.map(\.ordinal), in: capturedPieces)
        return entries.map { CapturedExchange(entry: $0, sent: sent[$0.ordinal]) }
    }

    /// Starts to capture the replies of this backend, unless they are captured already.
    ///
    /// Each call needs a call of ``endReplyCapture()``. After the last one, the captured replies stay available.
    package func beginReplyCapture() { session.changeReplyCapture(by: 1) }

    /// Ends a capture that ``beginReplyCapture()`` started.
    package func endReplyCapture() { session.changeReplyCapture(by: -1) }

    /// The state of a scenario run at one instant.
    package struct RunState: Sendable {
        /// The number of the run, which changes whenever the scenario is switched, reset or changed.
        package let number: Int
        package let scenario: Scenario
        /// The number of requests that each endpoint has answered, in source order.
        package let answeredCounts: [Int]
        /// The display names of the endpoints, in source order.
        package let names: [String]
        /// The variables by name.
        package let variables: [String: JSON]
    }

    /// The state of the current run.
    package var runState: RunState {
        let run = session.run
        let (counts, variables) = session.lock.withLock {
            (run.state.pointee.answeredCounts, run.state.pointee.variables)
        }
        var answered = counts
        var names = counts.map { _ in "" }
        for (rank, endpoint) in run.compiled.endpoints.enumerated() {
            answered[endpoint.sourceIndex] = counts[rank]
            names[endpoint.sourceIndex] = endpoint.displayName
        }
        return RunState(
            number: Int(run.number),
            scenario: run.scenario,
            answeredCounts: answered,
            names: names,
            variables: variables
        )
    }

    /// Continues the current run with a changed scenario, such as one with more endpoints or overlays.
    ///
    /// Unlike ``play(_:)``, it keeps the variables, the state of policies, the position of each sequence and the
    /// replies that wait for a hold. The scenario must have the policies of the current one. Network states begin again
    /// if they differ.
    ///
    /// - Parameters:
    ///   - label: the name of the change in the journal: `users: offline on`.
    ///   - continued: the indices of endpoints in the current scenario, by their indices in the changed one. Their
    ///     sequences continue.
    /// - Throws: ``StartError`` if the scenario is not valid; the current scenario then continues.
    package func amend(
        _ scenario: Scenario,
        as label: String,
        continuing continued: [Int: Int],
    ) throws(StartError) {
        var scenario = scenario
        scenario.seed = session.run.seed
        let compiledScenario: CompiledScenario
        do throws(CompiledScenario.CompilationError) { compiledScenario = try CompiledScenario(scenario) } catch {
            throw StartError(description: "the scenario \"\(scenario.name)\" is not valid: \(error)")
        }
        if isOnSharedPort, !scenario.network.isEmpty {
            throw StartError(description: "a network state would affect every session on the shared port")
        }
        let before = session.run.network
        let changed = scenario
        let state = ContinuedState(label: label, endpoints: continued)
        if session.loops.count == 1 {
            // On the loop, no request is decided between the copy of the state and the switch.
            session.onEveryLoop { [session] loop in
                loop.setRun(session.startRun(changed, compiledScenario, continuing: state), for: session)
            }
        } else {
            let run = session.startRun(changed, compiledScenario, continuing: state)
            session.onEveryLoop { [session] in $0.setRun(run, for: session) }
        }
        if before != changed.network {
            session.loops[0].submit { [session] in $0.restartNetwork(changed.network, for: session) }
            session.onEveryLoop { _ in }
        }
    }

    /// Sends a request to a resource of the scenario without a connection, policies or a journal entry.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    ///   - target: the path of the resource or of an item, percent-encoded, and an optional query.
    ///   - body: the JSON object of the request; nil for none.
    /// - Returns: the reply; nil if the path is not that of a resource, or the request is not valid.
    package func resourceReply(to method: String, _ target: String, _ body: JSON? = nil) -> Scenario.Reply? {
        let content = body?.bytes() ?? []
        var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Content-Length: \(content.count)"]
        if body != nil { lines.append("Content-Type: application/json") }
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        var head = RequestHead()
        let run = session.run
        guard !run.scenario.resources.isEmpty else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            do throws(Violation) { try RequestParser.parse(buffer.span, into: &head) } catch { return nil }
            var scratch = CompiledScenario.MatchBuffers()
            let match = run.compiled.match(head, in: buffer.span, body: content, scratch: &scratch)
            guard case .candidates(let candidates) = match, let policies = candidates.policies else { return nil }
            let time = PolicyTime(now: run.time.now, wall: run.time.wallMilliseconds)
            return session.lock.withLock {
                run.state.pointee.policyState?.answer(candidates.request, policies, at: time)?.reply
            }
        }
    }
}
