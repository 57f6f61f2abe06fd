import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension HTTPConnection {
    /// Moves the connection to the session that a complete head on a shared port selects, and processes the head there.
    ///
    /// - Parameter unread: the number of received bytes that are not parsed yet, including the head.
    /// - Returns: whether the head was processed. If a fault delays it, the loop processes it later.
    func beginOnSharedPort(
        of front: Session,
        _ head: UnsafeRawBufferPointer,
        unread: Int,
        on loop: EventLoop,
    ) -> Bool {
        let hasMore = unread > head.count
        let selector = SessionSelector(head)
        let session = selector.flatMap { front.sharedPortSessions?[$0.name] }
        move(to: session ?? front, carrying: unread, on: loop)
        guard !hasIdleFault || applyIdleFault(on: loop) else { return false }
        if let selector, session == nil {
            requiredSpecialState.missingSession = String(decoding: selector.name, as: UTF8.self)
        }
        if let selector, session != nil {
            selector.head.withUnsafeBytes { begin($0, isParsed: false, hasMore: hasMore, on: loop) }
        } else {
            begin(head, isParsed: false, hasMore: hasMore, on: loop)
        }
        return true
    }

    /// Records a complete head, and decides the request unless that needs the body. Replies unless a body follows.
    ///
    /// - Parameters:
    ///   - isParsed: whether ``parse(_:on:)`` has parsed the head.
    ///   - hasMore: whether bytes after the head have been received.
    func begin(_ bytes: UnsafeRawBufferPointer, isParsed: Bool, hasMore: Bool, on loop: EventLoop) {
        guard isParsed || parsesUnrepaired else { return beginRepaired(bytes, hasMore: hasMore, on: loop) }
        begin(bytes, arrived: bytes, violating: [], isParsed: isParsed, hasMore: hasMore, on: loop)
    }

    /// Whether heads are parsed as received. Most targets need no repair, so `browserTargets` alone takes effect only
    /// after a parse error.
    private var parsesUnrepaired: Bool {
        session.leniency.rawValue & ~RequestLeniency.browserTargets.rawValue == 0
    }

    /// Parses received bytes into the loop's buffer if they are one whole head. Returns false if they are not, or if
    /// the head violates a rule or a limit.
    ///
    /// Most requests arrive in one piece without a body, and need no search for the end of their head then.
    @inline(__always)
    func parseWholeHead(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Bool {
        let limits = session.requestLimits
        guard RequestParser.endsHead(bytes), bytes.count <= limits.head, parse(bytes, on: loop) else { return false }
        let head = loop.head
        return head.pointee.method.count <= limits.target && head.pointee.target.count <= limits.target
            && head.pointee.fields.count <= limits.headerLines
    }

    /// Parses a head into the loop's buffer. Returns false if the head has to be repaired or is not valid.
    func parse(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Bool {
        guard parsesUnrepaired else { return false }
        do throws(Violation) {
            try RequestParser.parse(bytes.bindMemory(to: UInt8.self).span, into: &loop.head.pointee)
            return true
        } catch { return false }
    }

    /// Processes a head after the repair of the violations that the session tolerates.
    @inline(never)
    private func beginRepaired(_ bytes: UnsafeRawBufferPointer, hasMore: Bool, on loop: EventLoop) {
        let repair = HeadRepair(Array(bytes), tolerating: session.leniency)
        if repair.targetLength > session.limits.target {
            let violation = HeadScan.targetTooLong(session.requestLimits)
            return refuse(violation, head: bytes, after: repair.violatedRules, on: loop)
        }
        repair.bytes.withUnsafeBytes {
            begin($0, arrived: bytes, violating: repair.violatedRules, isRepaired: true, hasMore: hasMore, on: loop)
        }
    }

    /// - Parameters:
    ///   - bytes: the head to parse, which may be repaired.
    ///   - arrived: the head as received, for the journal.
    ///   - violated: the tolerated rules that the head violates.
    ///   - isRepaired: whether `bytes` is a repaired head, so that a parse error is final.
    ///   - isParsed: whether the head has been parsed into the loop's buffer.
    @inline(__always)
    private func begin(
        _ bytes: UnsafeRawBufferPointer,
        arrived: UnsafeRawBufferPointer,
        violating violated: [String],
        isRepaired: Bool = false,
        isParsed: Bool = false,
        hasMore: Bool,
        on loop: EventLoop,
    ) {
        let session = self.session
        let span = bytes.bindMemory(to: UInt8.self).span
        do throws(Violation) {
            if !isParsed { try RequestParser.parse(span, into: &loop.head.pointee) }
            try BodyReader.check(loop.head.pointee.contentLength, session.requestLimits)
        } catch {
            if !isRepaired, session.leniency.contains(.browserTargets) {
                return beginRepaired(bytes, hasMore: hasMore, on: loop)
            }
            return refuse(error, head: arrived, after: violated, on: loop)
        }
        let hasBody = loop.head.pointee.isChunked || (loop.head.pointee.contentLength ?? 0) > 0
        if let fault = specialState?.faults.takeRequestFault() {
            let rules = violated + loop.head.pointee.toleratedViolations.rules
            return failRequest(by: fault, head: arrived, hasBody: hasBody, breaking: rules, on: loop)
        }
        storeRequestProperties(on: loop)
        if seenRunChanges != loop.changes { updateRun(on: loop) }
        let match = match(span, body: hasBody ? nil : [], on: loop)
        let (ordinal, ruling) = run.enter(match, connection: self, at: loop.now, head: arrived, hasBody: hasBody)
        record.setOrdinal(as: ordinal)
        noteTolerated(violated, on: loop)
        reply = ruling.reply
        if ruling.special != nil {
            storeRareParts(ruling)
            let upload = UploadThrottle(ruling, head: loop.head.pointee, hasBody: hasBody)
            if let upload { requiredSpecialState.upload = upload }
        }
        if hasBody || !ruling.uploadFaults.isEmpty, ruling.reply?.isEarly != true {
            expectBody(after: Array(bytes), decides: match.requiresBody, hasMore: hasMore, on: loop)
        } else {
            // The next bytes belong to the unread body, so the server must not parse them as another request.
            if hasBody { request.keepsAlive = false }
            perform(ruling.kind, head: span, body: [], on: loop)
        }
    }

    /// Stores the properties of the head that affect every reply.
    @inline(__always)
    func storeRequestProperties(on loop: EventLoop) {
        request.isHead = if case .head = loop.head.pointee.methodCode { true } else { false }
        request.keepsAlive = loop.head.pointee.isKeepAlive
        request.minorVersion = loop.head.pointee.minorVersion
    }

    /// Records the tolerated rules that the head violates.
    @inline(__always)
    private func noteTolerated(_ violated: [String], on loop: EventLoop) {
        if record.hasLeadingLine { noteLeadingLine() }
        if !violated.isEmpty || !loop.head.pointee.toleratedViolations.isEmpty {
            recordViolations(violated + loop.head.pointee.toleratedViolations.rules)
        }
    }

    /// Returns the result of matching the received part of the request.
    ///
    /// - Parameter body: the complete body; nil before it has been received.
    @inline(__always)
    private func match(_ span: Span<UInt8>, body: [UInt8]?, on loop: EventLoop) -> CompiledScenario.Match {
        if specialState?.missingSession != nil { return .none }
        let context = CompiledScenario.ConnectionContext(connection: record.connection, isReused: record.exchange > 0)
        return run.match(loop.head, in: span, body: body, context, loop.scratch)
    }

    private func expectBody(after head: [UInt8], decides: Bool, hasMore: Bool, on loop: EventLoop) {
        body = RequestBody(of: loop.head.pointee, head: head, decides: decides, limits: session.requestLimits)
        phase = .body
        deadline = loop.now + session.limits.bodyTimeout.nanoseconds
        loop.schedule(self)
        let awaitsContinue = loop.head.pointee.expectsContinue && !hasMore
        if awaitsContinue || specialState != nil { requiredSpecialState.awaitsContinue = awaitsContinue }
        guard applyUploadFault(on: loop) else { return }
        sendContinue()
    }

    /// Sends `100 Continue` to a client that waits for it (RFC 9110 §10.1.1).
    func sendContinue() {
        guard let special = self.specialState, special.awaitsContinue else { return }
        special.awaitsContinue = false
        let sent = Self.continueMessage.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Socket.send(descriptor, $0, bytes.count) }
        }
        // The journal counts these bytes for the connection, not for the reply.
        if case .bytes(let count)? = sent { record.countSent(count) }
    }

    /// Decides a request that needed its complete body, and replies.
    func finishBody(on loop: EventLoop) {
        guard let arrived = self.body else { return close(on: loop) }
        let body = arrived.kept
        arrived.head.withUnsafeBufferPointer { bytes in
            let span = bytes.span
            // The head was parsed before without an error, so this does not fail.
            guard (try? RequestParser.parse(span, into: &loop.head.pointee)) != nil else { return close(on: loop) }
            var decision = reply == nil ? Journal.Decision.unmatched : .reply
            if reply == nil {
                let match = match(span, body: body, on: loop)
                let names = specialState?.upload?.faultNames
                let ruling = run.decide(match, of: record.ordinal, afterUploadFaults: names, at: loop.now)
                // Only the body selected the endpoint, so the faults of its upload are known only now.
                if let upload = UploadThrottle(ruling, head: loop.head.pointee, hasBody: false) {
                    requiredSpecialState.upload = upload
                    requiredSpecialState.random = ruling.random
                    guard applyUploadFault(on: loop) else { return }
                }
                reply = ruling.reply
                storeRareParts(ruling)
                decision = ruling.kind
            }
            recordBody(on: loop)
            perform(decision, head: span, body: body, on: loop)
        }
    }

    /// Records the received part of a body, and frees its memory.
    func recordBody(on loop: EventLoop) {
        guard let (body, rules) = self.body?.entry else { return }
        forgetBody(on: loop)
        let (session, ordinal) = (self.session, record.ordinal)
        session.lock.withLock { session.journal.body(ordinal, body, at: loop.now) }
        if !rules.isEmpty { recordViolations(rules) }
    }

    /// Frees the memory of a body that is being received.
    func forgetBody(on loop: EventLoop) {
        guard let body = self.body else { return }
        loop.countArriving(-body.keptCount, of: session)
        self.body = nil
    }

    /// Records the received part of a body whose end the client did not send.
    func recordTruncatedBody(on loop: EventLoop) {
        guard let rule = body?.truncationViolation else { return }
        recordBody(on: loop)
        recordViolations([rule])
    }

    /// Records the violation of empty lines before the request, if any.
    private func noteLeadingLine() { recordViolations(record.takeLeadingLine()) }

    /// Records rules that the request of the open exchange violates.
    func recordViolations(_ rules: [String]) { record.recordViolations(rules, in: session) }

    private func perform(_ decision: Journal.Decision, head span: Span<UInt8>, body: [UInt8], on loop: EventLoop) {
        let session = self.session
        if let reply = self.reply {
            guard let answer = reply.replyClosure else { return sendAfterHoldAndDelay(reply, on: loop) }
            let head = span.bytes(RequestHead.Slice(0, span.count))
            return callReplyClosure(
                answer,
                about: record.entry(head: head, body: body, at: loop.now, in: session),
                on: loop
            )
        }
        if let name = specialState?.missingSession {
            let reply = run.prepared(ServerErrorReply.noSession(name), for: nil)
            self.reply = reply
            return sendAfterHoldAndDelay(reply, on: loop)
        }
        let reply = run.unansweredReply(decision, loop.head, span, body, loop.unmatched, of: record.ordinal)
        self.reply = reply
        sendAfterHoldAndDelay(reply, on: loop)
    }

    private static let headMethod = Array("HEAD".utf8)
    private static let continueMessage = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

extension HTTPConnection {
    /// Rejects a request that violates a rule or a limit. Closes the connection, because its later bytes are ambiguous.
    ///
    /// - Parameters:
    ///   - bytes: the received part of the head, if it is not in the journal yet.
    ///   - tolerated: the tolerated rules that the head also violates.
    func refuse(
        _ violation: Violation,
        head bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        after tolerated: [String] = [],
        on loop: EventLoop,
    ) {
        let status = Int32(violation.status)
        if !record.isOpen {
            // The head may be unparsed, and `request` still describes the previous request.
            request.isHead = Self.isHead(bytes)
            enterRefused(bytes, status: status)
        } else {
            record.recordDecision(.refused, status: status, in: session)
        }
        noteLeadingLine()
        recordViolations(tolerated + [violation.rule])
        pending = []
        request.keepsAlive = false
        let reply = PreparedReply(ServerErrorReply.refused(violation), session.encoder)
        self.reply = reply
        sendAfterHoldAndDelay(reply, on: loop)
    }

    /// Returns whether the method of an unparsed head is HEAD. White space ends the method as in ``RawHead``.
    private static func isHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > headMethod.count, bytes.starts(with: headMethod) else { return false }
        let rest = bytes[headMethod.count...]
        return rest.first == 0x20 || rest.first == 0x09 || rest.first == 0x0A || rest.starts(with: [0x0D, 0x0A])
    }

    /// Records a head whose end the client did not send.
    func recordTruncatedHead(_ bytes: UnsafeRawBufferPointer) {
        enterRefused(bytes, status: -1)
        recordViolations(["RFC 9112 §8: the head ended after \(bytes.count) bytes, before its empty line"])
    }

    private func enterRefused(_ bytes: UnsafeRawBufferPointer, status: Int32) {
        record.setOrdinal(as: record.recordRefused(bytes, status: status, in: session))
    }

    /// Records a request without a decision, and ends its connection as the fault of the previous reply requires.
    private func failRequest(
        by fault: Fault,
        head: UnsafeRawBufferPointer,
        hasBody: Bool,
        breaking rules: [String],
        on loop: EventLoop,
    ) {
        let (ordinal, _) = run.enter(.needsBody, connection: self, at: loop.now, head: head, hasBody: hasBody)
        record.setOrdinal(as: ordinal)
        record.recordNotes([fault.description], as: .fault, in: session)
        noteLeadingLine()
        recordViolations(rules)
        terminate(by: fault.effect, on: loop)
    }
}

extension HTTPConnection {
    /// Answers a request whose head ends like that of the last one, without parsing it.
    ///
    /// An endpoint must answer it in every state with a plain reply. Most requests are of this kind.
    ///
    /// - Parameter bytes: the received bytes, before which none are pending.
    /// - Returns: whether the request was answered. If not, the call has had no effect.
    func answerRepeated(_ bytes: UnsafeRawBufferPointer, on loop: EventLoop) -> Bool {
        guard specialState == nil, record.isUntouched, !record.hasLeadingLine, timeOffset == 0,
            seenRunChanges == loop.changes, portOwner == nil || portOwner === session
        else { return false }
        return unretainedRun._withUnsafeGuaranteedRef { run in
            guard let path = loop.repeatedHeads.path(of: bytes, in: run.identifier, at: repeatedHead),
                let endpoint = run.literalPaths?.endpointForGet(path), endpoint >= 0
            else { return false }
            request = loop.repeatedHeads.request(at: repeatedHead)
            record.begin(at: arrivedAt)
            if answer(bytes, by: endpoint, of: run, on: loop) { return true }
            record.begin(at: 0)
            return false
        }
    }

    /// Answers the parsed head if an endpoint answers it in every state with a plain reply.
    ///
    /// Every other request takes the longer way through ``begin(_:isParsed:hasMore:on:)``, with the same result.
    ///
    /// - Returns: whether the request was answered. If not, the call has had no effect.
    func answerAtOnce(_ head: UnsafeRawBufferPointer, on loop: EventLoop) -> Bool {
        let parsed = loop.head
        guard specialState == nil, !record.hasLeadingLine, parsed.pointee.toleratedViolations.isEmpty,
            !parsed.pointee.isChunked, (parsed.pointee.contentLength ?? 0) == 0
        else { return false }
        if seenRunChanges != loop.changes { updateRun(on: loop) }
        guard usesSystemTime else { return false }
        storeRequestProperties(on: loop)
        return unretainedRun._withUnsafeGuaranteedRef { run in
            guard let endpoint = run.literalEndpoint(parsed, in: head) else { return false }
            // Clients whose fields change often must not cause a copy for each request.
            let isDue = record.exchange & (record.exchange &- 1) == 0
            if isDue, let index = loop.repeatedHeads.index(of: head, self, on: loop) { repeatedHead = index }
            return answer(head, by: endpoint, of: run, on: loop)
        }
    }

    /// Answers a request by the first reply of an endpoint, if that is plain.
    ///
    /// The exchange begins and ends in this call, and few properties of the connection change.
    private func answer(
        _ head: UnsafeRawBufferPointer,
        by endpoint: Int,
        of run: ScenarioRun,
        on loop: EventLoop,
    ) -> Bool {
        let now = loop.now
        guard let answer = run.enterPlain(endpoint, head: head, of: self, on: loop) else { return false }
        record.setOrdinal(as: answer.ordinal)
        guard send(UnsafeRawBufferPointer(start: loop.output, count: answer.message.length), on: loop) else {
            if phase == .writing { reply = run.lock.withLock { run.preparedReply(endpoint, 0) } }
            return true
        }
        run.recordEnd(of: record, written: answer.message.length, at: now)
        record.endExchange(sent: sender.endReply())
        if request.keepsAlive, !answer.message.closesConnection { next(on: loop) } else { linger(on: loop) }
        return true
    }
}
