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

    /// The availability of the bytes of a reply.
    package enum ReplyAvailability: String, Sendable, CaseIterable {
        /// The bytes are available, possibly not all of them.
        case available
        /// The exchange has not ended, and no byte of its reply is available yet.
        case pending
        /// The server sent no byte.
        case empty
        /// Bytes of the reply were captured, and discarded because newer replies needed the memory.
        case discarded
        /// The server sent the reply while it captured no replies.
        case none
    }

    /// Returns an exchange of the journal, with the availability of its reply; nil if the journal does not contain it.
    package func exchange(_ ordinal: Int) -> (exchange: CapturedExchange, reply: ReplyAvailability)? {
        let (pieces, capturedPieces) = session.journalSlices()
        var reader = JournalReader(session, only: ordinal)
        for piece in pieces { _ = reader.read(piece) }
        guard let entry = reader.all.first else { return nil }
        let sent = session.sentBytes(of: [ordinal], in: capturedPieces)[ordinal]
        let reply: ReplyAvailability =
            if sent != nil {
                .available
            } else if entry.end == nil {
                .pending
            } else if entry.written == 0 {
                .empty
            } else {
                reader.selectedWasCaptured ? .discarded : .none
            }
        return (CapturedExchange(entry: entry, sent: sent), reply)
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
        /// The index of each endpoint's next reply, in source order; -1 if the sequence is exhausted.
        ///
        /// For an endpoint that counts by key, it is that of the key with the highest count.
        package let nextReplies: [Int]
        /// The variables by name.
        package let variables: [String: JSON]
        package let quotas: [PolicyState.QuotaUsage]
        /// The number of issued tokens by state; nil if the scenario issues none.
        package let tokens: PolicyState.TokenUsage?
    }

    /// The state of the current run.
    package var runState: RunState {
        let run = session.run
        let time = PolicyTime(now: run.time.now, wall: run.time.wallMilliseconds)
        let (counts, variables, policies) = session.lock.withLock {
            (run.state.pointee.answeredCounts, run.state.pointee.variables, run.state.pointee.policyState)
        }
        var answered = [Int](repeating: 0, count: run.compiled.endpoints.count)
        var next = answered
        for (rank, endpoint) in run.compiled.endpoints.enumerated() {
            answered[endpoint.sourceIndex] = counts[rank]
            next[endpoint.sourceIndex] = run.compiled.reply(of: rank, forRequestIndex: counts[rank]) ?? -1
        }
        return RunState(
            number: Int(run.number),
            scenario: run.scenario,
            answeredCounts: answered,
            nextReplies: next,
            variables: variables,
            quotas: policies?.quotaUsages(at: time) ?? [],
            tokens: policies?.tokenUsage(at: time)
        )
    }

    /// The display names of the endpoints of the current scenario, in source order.
    package var endpointNames: [String] {
        let endpoints = session.run.compiled.endpoints
        var names = endpoints.map { _ in "" }
        for endpoint in endpoints { names[endpoint.sourceIndex] = endpoint.displayName }
        return names
    }

    /// Continues a run with a changed scenario, such as one with more endpoints or overlays.
    ///
    /// Unlike ``play(_:)``, it keeps the variables, the state of policies, the position of each sequence and the
    /// replies that wait for a hold. The scenario must have the policies of the current one. Network states begin again
    /// if they differ.
    ///
    /// - Parameters:
    ///   - number: the number of the run. The call has no effect if another run has started in the meantime.
    ///   - label: the name of the change in the journal: `users: offline on`.
    ///   - continued: the indices of endpoints in the current scenario, by their indices in the changed one. Their
    ///     sequences continue.
    /// - Returns: the number of the run with the changed scenario; nil if the run was not the current one.
    /// - Throws: ``StartError`` if the scenario is not valid; the current scenario then continues.
    package func amend(
        run number: Int,
        _ scenario: Scenario,
        as label: String,
        continuing continued: [Int: Int],
    ) throws(StartError) -> Int? {
        let previous = session.run
        guard Int(previous.number) == number else { return nil }
        var scenario = scenario
        scenario.seed = previous.seed
        let compiledScenario = try Self.compiledScenario(of: scenario)
        if isOnSharedPort, !scenario.network.isEmpty {
            throw StartError(description: "a network state would affect every session on the shared port")
        }
        let state = ContinuedState(of: previous, in: compiledScenario, as: label, continuing: continued)
        // The names are created here, because that takes too long while the loops pause.
        _ = previous.names
        let changed = scenario
        let newRun = Locked<ScenarioRun?>(nil)
        // While the loops pause, no request is decided between the copy of the state and the switch.
        LoopPause.run(on: session) { [session] in
            session.continueRun(changed, compiledScenario, state)
        } then: { [session] run, loop in
            guard let run else { return }
            newRun.withLock { $0 = run }
            loop.setRun(run, for: session)
        }
        guard let newRun = newRun.withLock({ $0 }) else { return nil }
        if previous.network != changed.network {
            session.loops[0].submit { [session] in $0.restartNetwork(changed.network, for: session) }
            session.onEveryLoop { _ in }
        }
        return Int(newRun.number)
    }

    /// Sends a request to a resource of the scenario without a connection, policies or a journal entry.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    ///   - target: the path of the resource or of an item, percent-encoded, and an optional query.
    ///   - body: the JSON object of the request; nil for none.
    ///   - tag: the entity tag that the item must have (`If-Match`, RFC 9110 §13.1.1); nil for any.
    /// - Returns: the reply; nil if the path is not that of a resource, or the request is not valid.
    package func resourceReply(
        to method: String,
        _ target: String,
        _ body: JSON? = nil,
        ifMatch tag: String? = nil,
    ) -> Scenario.Reply? {
        let content = body?.bytes() ?? []
        var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost", "Content-Length: \(content.count)"]
        if body != nil { lines.append("Content-Type: application/json") }
        if let tag { lines.append("If-Match: \(tag)") }
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
                run.latest.state.pointee.policyState?.answer(candidates.request, policies, at: time)?.reply
            }
        }
    }
}
