import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension HTTPConnection {
    /// The head of a request on a shared port is complete: hands its connection to the session that it is for.
    ///
    /// - Parameter unread: bytes that have come and are not used, the head among them.
    /// - Returns: whether the head is used; otherwise it is looked at again later.
    func beginShared(
        of front: Session,
        _ head: UnsafeRawBufferPointer,
        unread: Int,
        on loop: EventLoop,
    ) -> Bool {
        let hasMore = unread > head.count
        let call = SessionCall(head)
        let session = call.flatMap { front.neighbors?[$0.name] }
        move(to: session ?? front, carrying: unread, on: loop)
        guard !hasIdleFault || meetIdleFault(on: loop) else { return false }
        if let call, session == nil { made.missingSession = String(decoding: call.name, as: UTF8.self) }
        if let call, session != nil {
            call.head.withUnsafeBytes { begin($0, hasMore: hasMore, on: loop) }
        } else {
            begin(head, hasMore: hasMore, on: loop)
        }
        return true
    }

    /// A head is complete: enters it, decides if it can be decided, and replies unless a body is to come.
    ///
    /// - Parameter hasMore: whether bytes that follow the head have been read already.
    func begin(_ bytes: UnsafeRawBufferPointer, hasMore: Bool, on loop: EventLoop) {
        // Most heads need no repair of their target: one that is read as it is has none.
        guard session.leniency.subtracting(.browserTargets).isEmpty else {
            return beginRepaired(bytes, hasMore: hasMore, on: loop)
        }
        begin(bytes, arrived: bytes, broken: [], hasMore: hasMore, on: loop)
    }

    /// As ``begin(_:_:hasMore:)``, with what the head breaks and the session tolerates mended.
    @inline(never)
    private func beginRepaired(_ bytes: UnsafeRawBufferPointer, hasMore: Bool, on loop: EventLoop) {
        let repair = HeadRepair(Array(bytes), tolerating: session.leniency)
        if repair.targetCount > session.limits.target {
            let violation = HeadScan.targetTooLong(session.requestLimits)
            return refuse(violation, head: bytes, after: repair.rules, on: loop)
        }
        repair.bytes.withUnsafeBytes {
            begin($0, arrived: bytes, broken: repair.rules, isRepaired: true, hasMore: hasMore, on: loop)
        }
    }

    /// - Parameters:
    ///   - bytes: the head as it is understood.
    ///   - arrived: the head as it came, for the journal.
    ///   - broken: the rules that it broke and that are tolerated.
    ///   - isRepaired: whether all is mended that is tolerated.
    @inline(__always)
    private func begin(
        _ bytes: UnsafeRawBufferPointer,
        arrived: UnsafeRawBufferPointer,
        broken: [String],
        isRepaired: Bool = false,
        hasMore: Bool,
        on loop: EventLoop,
    ) {
        let session = self.session
        let span = bytes.bindMemory(to: UInt8.self).span
        do throws(Violation) {
            try RequestParser.parse(span, into: &loop.head.pointee)
            try BodyReader.check(loop.head.pointee.contentLength, session.requestLimits)
        } catch {
            if !isRepaired, session.leniency.contains(.browserTargets) {
                return beginRepaired(bytes, hasMore: hasMore, on: loop)
            }
            return refuse(error, head: arrived, after: broken, on: loop)
        }
        let hasBody = loop.head.pointee.isChunked || (loop.head.pointee.contentLength ?? 0) > 0
        if let fault = special?.faults.takeRequestFault() {
            let rules = broken + loop.head.pointee.remarks.rules
            return doom(by: fault, head: arrived, hasBody: hasBody, breaking: rules, on: loop)
        }
        noteTerms(span, on: loop)
        if seenChanges != loop.changes { renewPlay(on: loop) }
        let match = match(span, body: hasBody ? nil : [], on: loop)
        let (ordinal, ruling) = play.enter(match, connection: self, at: loop.now, head: arrived, hasBody: hasBody)
        record.enter(as: ordinal)
        noteTolerated(broken, on: loop)
        reply = ruling.reply
        if ruling.special != nil {
            adopt(ruling)
            let upload = UploadThrottle(ruling, head: loop.head.pointee, hasBody: hasBody)
            if let upload { made.upload = upload }
        }
        if hasBody || !ruling.uploadFaults.isEmpty, ruling.reply?.isEarly != true {
            expectBody(after: Array(bytes), decides: match.isNeedingBody, hasMore: hasMore, on: loop)
        } else {
            // What is left unread cannot be told from another request.
            if hasBody { request.keepsAlive = false }
            perform(ruling.decision, head: span, body: [], on: loop)
        }
    }

    /// Keeps what the head asks of every reply, whatever it is.
    @inline(__always)
    private func noteTerms(_ span: Span<UInt8>, on loop: EventLoop) {
        request.isHead = span.equals(loop.head.pointee.method, Self.headMethod)
        request.keepsAlive = loop.head.pointee.keepsAlive
        request.minorVersion = loop.head.pointee.minorVersion
    }

    /// Enters the rules that the head broke, and that stood in the way of nothing.
    @inline(__always)
    private func noteTolerated(_ broken: [String], on loop: EventLoop) {
        if record.hasLeadingLine { noteLeadingLine() }
        if !broken.isEmpty || !loop.head.pointee.remarks.isEmpty {
            note(broken + loop.head.pointee.remarks.rules)
        }
    }

    /// Which endpoint the request is for, as far as it has been read.
    @inline(__always)
    private func match(_ span: Span<UInt8>, body: [UInt8]?, on loop: EventLoop) -> Playbook.Match {
        if special?.missingSession != nil { return .none }
        let arrival = Playbook.Arrival(connection: record.connection, isReused: record.exchange > 0)
        return play.match(loop.head, in: span, body: body, arrival, loop.scratch)
    }

    private func expectBody(after head: [UInt8], decides: Bool, hasMore: Bool, on loop: EventLoop) {
        body = RequestBody(of: loop.head.pointee, head: head, decides: decides, limits: session.requestLimits)
        phase = .body
        deadline = loop.now + session.limits.bodyTimeout.nanoseconds
        loop.schedule(self)
        let awaitsContinue = loop.head.pointee.expectsContinue && !hasMore
        if awaitsContinue || special != nil { made.awaitsContinue = awaitsContinue }
        guard meetUploadFaults(on: loop) else { return }
        askForBody()
    }

    /// A client that waits for leave to send its body gets it (RFC 9110 §10.1.1).
    func askForBody() {
        guard let special = self.special, special.awaitsContinue else { return }
        special.awaitsContinue = false
        let sent = Self.continueMessage.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Socket.send(descriptor, $0, bytes.count) }
        }
        // Of the connection, not of the reply.
        if case .bytes(let count)? = sent { record.countSent(count) }
    }

    /// The body is complete: decides what could not be decided before, and replies.
    func finishBody(on loop: EventLoop) {
        guard let arrived = self.body else { return close(on: loop) }
        let body = arrived.kept
        arrived.head.withUnsafeBufferPointer { bytes in
            let span = bytes.span
            // It has been parsed before, without a complaint.
            guard (try? RequestParser.parse(span, into: &loop.head.pointee)) != nil else { return close(on: loop) }
            var decision = reply == nil ? Journal.Decision.unmatched : .reply
            if reply == nil {
                let match = match(span, body: body, on: loop)
                let names = special?.upload?.faultNames
                let ruling = play.decide(match, of: record.ordinal, having: names, at: loop.now)
                // Whose faults these are is known only now, when all of the body has been read.
                if let upload = UploadThrottle(ruling, head: loop.head.pointee, hasBody: false) {
                    made.upload = upload
                    made.random = ruling.random
                    guard meetUploadFaults(on: loop) else { return }
                }
                reply = ruling.reply
                adopt(ruling)
                decision = ruling.decision
            }
            enterBody(on: loop)
            perform(decision, head: span, body: body, on: loop)
        }
    }

    /// Enters what has arrived of a body, complete or not.
    func enterBody(on loop: EventLoop) {
        guard let (body, rules) = self.body?.entry else { return }
        forgetBody(on: loop)
        let (session, ordinal) = (self.session, record.ordinal)
        session.lock.withLock { session.journal.body(ordinal, body, at: loop.now) }
        if !rules.isEmpty { note(rules) }
    }

    /// Gives back the memory of a body that was arriving.
    func forgetBody(on loop: EventLoop) {
        guard let body = self.body else { return }
        loop.countArriving(-body.keptCount, of: session)
        self.body = nil
    }

    /// Enters what has arrived of a body whose client has gone before its end.
    func enterCutBody(on loop: EventLoop) {
        guard let rule = body?.cutRule else { return }
        enterBody(on: loop)
        note([rule])
    }

    /// Enters that a request did not begin at its first byte.
    private func noteLeadingLine() { note(record.takeLeadingLine()) }

    /// Enters rules that the open exchange broke.
    func note(_ rules: [String]) { record.note(rules, in: session) }

    private func perform(_ decision: Journal.Decision, head span: Span<UInt8>, body: [UInt8], on loop: EventLoop) {
        let session = self.session
        if let reply = self.reply {
            guard let answer = reply.answer else { return perform(reply, on: loop) }
            let head = span.bytes(RequestHead.Slice(0, span.count))
            return ask(answer, about: record.entry(head: head, body: body, at: loop.now, in: session), on: loop)
        }
        if let name = special?.missingSession {
            let reply = play.prepared(Problem.noSession(name), for: nil)
            self.reply = reply
            return perform(reply, on: loop)
        }
        let variables = session.lock.withLock { play.state.pointee.variables }
        let misses = play.playbook.nearest(to: loop.head.pointee, in: span, body: body, variables: variables)
        let problem =
            decision == .exhausted ? Problem.exhausted(misses) : Problem.unmatched(misses, loop.head.pointee, span)
        record.note(misses.map(\.description), as: .nearest, in: session)
        let reply = play.prepared(problem, for: terms(span, play.playbook, on: loop))
        self.reply = reply
        perform(reply, on: loop)
    }

    /// What a page of another origin needs to read why nothing answered it; nil where none may.
    private func terms(_ span: Span<UInt8>, _ playbook: Playbook, on loop: EventLoop) -> RequestTerms? {
        guard playbook.sharesWithOrigins else { return nil }
        return RequestTerms(loop.head.pointee, in: span, .origin)
    }

    private static let headMethod = Array("HEAD".utf8)
    private static let continueMessage = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}

extension HTTPConnection {
    /// Answers a request that broke a rule or a limit, and closes the connection: what follows cannot be trusted.
    ///
    /// - Parameters:
    ///   - bytes: what has come of its head, if it is not in the journal yet.
    ///   - tolerated: rules that it broke before, and that alone would have been tolerated.
    func refuse(
        _ violation: Violation,
        head bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        after tolerated: [String] = [],
        on loop: EventLoop,
    ) {
        let status = Int32(violation.status)
        if !record.isOpen {
            // It may not have been parsed, and what is left of the request before says nothing about it.
            request.isHead = Self.isHead(bytes)
            enterRefused(bytes, status: status)
        } else {
            record.enter(.refused, status: status, in: session)
        }
        noteLeadingLine()
        note(tolerated + [violation.rule])
        pending = []
        request.keepsAlive = false
        let reply = PreparedReply(Problem.refused(violation), session.encoder)
        self.reply = reply
        perform(reply, on: loop)
    }

    /// Whether the first word of a head that was not parsed is HEAD; words end as in the journal (``RawHead``).
    private static func isHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > headMethod.count, bytes.starts(with: headMethod) else { return false }
        let rest = bytes[headMethod.count...]
        return rest.first == 0x20 || rest.first == 0x09 || rest.first == 0x0A || rest.starts(with: [0x0D, 0x0A])
    }

    /// Enters a head that is not complete, and that no more will come of.
    func enterCutHead(_ bytes: UnsafeRawBufferPointer) {
        enterRefused(bytes, status: -1)
        note(["RFC 9112 §8: the head ended after \(bytes.count) bytes, before its empty line"])
    }

    private func enterRefused(_ bytes: UnsafeRawBufferPointer, status: Int32) {
        record.enter(as: record.enterRefused(bytes, status: status, in: session))
    }

    /// Enters a request that will not be decided about, and ends its connection.
    private func doom(
        by fault: Fault,
        head: UnsafeRawBufferPointer,
        hasBody: Bool,
        breaking rules: [String],
        on loop: EventLoop,
    ) {
        let (ordinal, _) = play.enter(.needsBody, connection: self, at: loop.now, head: head, hasBody: hasBody)
        record.enter(as: ordinal)
        record.note([fault.description], as: .fault, in: session)
        noteLeadingLine()
        note(rules)
        terminate(by: fault.effect, on: loop)
    }
}
