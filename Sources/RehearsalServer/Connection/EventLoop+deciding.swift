import Rehearsal
import RehearsalHTTP
import RehearsalPlatform

extension EventLoop {
    /// Bytes of a body that the journal keeps.
    private static let mostKept = 1 << 20

    /// A head is complete: enters it, decides if it can be decided, and replies unless a body is to come.
    ///
    /// - Parameter hasMore: whether bytes that follow the head have been read already.
    func begin(_ connection: Connection, _ bytes: UnsafeRawBufferPointer, hasMore: Bool) {
        // Most heads need no repair of their target: one that is read as it is has none.
        guard connection.session.leniency.subtracting(.browserTargets).isEmpty else {
            return beginRepaired(connection, bytes, hasMore: hasMore)
        }
        begin(connection, bytes, arrived: bytes, broken: [], hasMore: hasMore)
    }

    /// As ``begin(_:_:hasMore:)``, with what the head breaks and the session tolerates mended.
    @inline(never)
    private func beginRepaired(_ connection: Connection, _ bytes: UnsafeRawBufferPointer, hasMore: Bool) {
        let repair = HeadRepair(Array(bytes), tolerating: connection.session.leniency)
        if repair.targetCount > connection.session.limits.target {
            let violation = HeadScan.targetTooLong(connection.session.requestLimits)
            return refuse(connection, violation, head: bytes, after: repair.rules)
        }
        repair.bytes.withUnsafeBytes {
            begin(connection, $0, arrived: bytes, broken: repair.rules, isRepaired: true, hasMore: hasMore)
        }
    }

    /// - Parameters:
    ///   - bytes: the head as it is understood.
    ///   - arrived: the head as it came, for the journal.
    ///   - broken: the rules that it broke and that are tolerated.
    ///   - isRepaired: whether all is mended that is tolerated.
    @inline(__always)
    private func begin(
        _ connection: Connection,
        _ bytes: UnsafeRawBufferPointer,
        arrived: UnsafeRawBufferPointer,
        broken: [String],
        isRepaired: Bool = false,
        hasMore: Bool,
    ) {
        let session = connection.session
        let span = bytes.bindMemory(to: UInt8.self).span
        do throws(Violation) {
            try RequestParser.parse(span, into: &head.pointee)
            try BodyReader.check(head.pointee.contentLength, session.requestLimits)
        } catch {
            if !isRepaired, session.leniency.contains(.browserTargets) {
                return beginRepaired(connection, bytes, hasMore: hasMore)
            }
            return refuse(connection, error, head: arrived, after: broken)
        }
        let hasBody = head.pointee.isChunked || (head.pointee.contentLength ?? 0) > 0
        if let fault = connection.dooming {
            connection.dooming = nil
            let rules = broken + head.pointee.remarks.rules
            return doom(connection, by: fault, head: arrived, hasBody: hasBody, breaking: rules)
        }
        noteTerms(connection, span)
        if connection.seenChanges != changes { renewPlay(of: connection) }
        let match = match(connection, span, body: hasBody ? nil : [])
        let (ordinal, ruling) = connection.play.enter(
            match,
            connection: connection,
            at: now,
            head: arrived,
            hasBody: hasBody
        )
        connection.ordinal = ordinal
        noteTolerated(broken, connection)
        connection.reply = ruling.reply
        if ruling.special != nil {
            connection.adopt(ruling)
            let upload = UploadThrottle(ruling, head: head.pointee, hasBody: hasBody)
            if let upload { connection.made.upload = upload }
        }
        if hasBody || !ruling.uploadFaults.isEmpty, ruling.reply?.isEarly != true {
            connection.heldHead = Array(bytes)
            expectBody(connection, decides: match.isNeedingBody, hasMore: hasMore)
        } else {
            // What is left unread cannot be told from another request.
            if hasBody { connection.request.keepsAlive = false }
            perform(ruling.decision, connection, head: span, body: [])
        }
    }

    /// Keeps what the head asks of every reply, whatever it is.
    @inline(__always)
    private func noteTerms(_ connection: Connection, _ span: Span<UInt8>) {
        connection.request.isHead = span.equals(head.pointee.method, Self.headMethod)
        connection.request.keepsAlive = head.pointee.keepsAlive
        connection.request.minorVersion = head.pointee.minorVersion
    }

    /// Enters the rules that the head broke, and that stood in the way of nothing.
    @inline(__always)
    private func noteTolerated(_ broken: [String], _ connection: Connection) {
        if connection.leadingLine > 0 { noteLeadingLine(connection) }
        if !broken.isEmpty || !head.pointee.remarks.isEmpty {
            note(broken + head.pointee.remarks.rules, connection)
        }
    }

    /// Which endpoint the request is for, as far as it has been read.
    @inline(__always)
    private func match(_ connection: Connection, _ span: Span<UInt8>, body: [UInt8]?) -> Playbook.Match {
        if connection.special?.missingSession != nil { return .none }
        let arrival = Playbook.Arrival(connection: connection.number, isReused: connection.exchange > 0)
        return connection.play.match(head, in: span, body: body, arrival, scratch)
    }

    private func expectBody(_ connection: Connection, decides: Bool, hasMore: Bool) {
        let limits = connection.session.limits
        connection.body = BodyReader(
            head.pointee,
            keeps: decides ? limits.body : Self.mostKept,
            limits: connection.session.requestLimits
        )
        connection.phase = .body
        connection.deadline = now + limits.bodyTimeout.nanoseconds
        schedule(connection)
        connection.awaitsContinue = head.pointee.expectsContinue && !hasMore
        guard meetUploadFaults(connection) else { return }
        askForBody(connection)
    }

    /// A client that waits for leave to send its body gets it (RFC 9110 §10.1.1).
    func askForBody(_ connection: Connection) {
        guard connection.awaitsContinue else { return }
        connection.awaitsContinue = false
        let sent = Self.continueMessage.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Socket.send(connection.descriptor, $0, bytes.count) }
        }
        // Of the connection, not of the reply.
        if case .bytes(let count)? = sent { connection.sent &+= count }
    }

    /// The body is complete: decides what could not be decided before, and replies.
    func finishBody(_ connection: Connection) {
        let body = connection.body?.body.kept ?? []
        let held = connection.heldHead
        held.withUnsafeBufferPointer { bytes in
            let span = bytes.span
            // It has been parsed before, without a complaint.
            guard (try? RequestParser.parse(span, into: &head.pointee)) != nil else { return close(connection) }
            var decision = connection.reply == nil ? Journal.Decision.unmatched : .reply
            if connection.reply == nil {
                let match = match(connection, span, body: body)
                let names = connection.special?.upload?.faultNames
                let ruling = connection.play.decide(match, of: connection.ordinal, having: names, at: now)
                // Whose faults these are is known only now, when all of the body has been read.
                if let upload = UploadThrottle(ruling, head: head.pointee, hasBody: false) {
                    connection.made.upload = upload
                    connection.made.random = ruling.random
                    guard meetUploadFaults(connection) else { return }
                }
                connection.reply = ruling.reply
                connection.adopt(ruling)
                decision = ruling.decision
            }
            connection.heldHead = []
            enterBody(connection)
            perform(decision, connection, head: span, body: body)
        }
    }

    /// Enters what has arrived of a body, complete or not.
    func enterBody(_ connection: Connection) {
        guard var body = connection.body?.body else { return }
        let remarks = connection.body?.remarks ?? []
        forgetBody(connection)
        if body.kept.count > Self.mostKept { body.kept = Array(body.kept.prefix(Self.mostKept)) }
        let session = connection.session
        session.lock.withLock { session.journal.body(connection.ordinal, body, at: now) }
        if !remarks.isEmpty { note(remarks, connection) }
    }

    /// Gives back the memory of a body that was arriving.
    func forgetBody(_ connection: Connection) {
        guard let body = connection.body else { return }
        members[ObjectIdentifier(connection.session)]?.arrivingBytes -= body.kept
        connection.body = nil
    }

    /// Enters what has arrived of a body whose client has gone before its end.
    func enterCutBody(_ connection: Connection) {
        let shortfall = connection.body?.shortfall
        enterBody(connection)
        if let shortfall { note(["RFC 9112 §8: the body ended after \(shortfall)"], connection) }
    }

    /// Enters that a request did not begin at its first byte.
    func noteLeadingLine(_ connection: Connection) {
        let rule: String? =
            switch connection.leadingLine {
            case 0: nil
            case 1: "RFC 9112 §2.2: an empty line stands before the request"
            default: "RFC 9112 §2.2: an empty line that ends in LF without CR stands before the request"
            }
        connection.leadingLine = 0
        if let rule { note([rule], connection) }
    }

    /// Enters rules that the open exchange broke.
    func note(_ rules: [String], _ connection: Connection) {
        let session = connection.session
        session.lock.withLock {
            for rule in rules { session.journal.note(connection.ordinal, .violation, rule) }
        }
    }

    private func perform(_ decision: Journal.Decision, _ connection: Connection, head span: Span<UInt8>, body: [UInt8])
    {
        let session = connection.session
        if let reply = connection.reply {
            guard let answer = reply.answer else { return perform(reply, connection) }
            return ask(answer, about: request(connection, span, body), connection)
        }
        if let name = connection.missingSession {
            let reply = connection.play.prepared(Problem.noSession(name), for: nil)
            connection.reply = reply
            return perform(reply, connection)
        }
        let variables = session.lock.withLock { connection.play.state.pointee.variables }
        let misses = connection.play.playbook.nearest(to: head.pointee, in: span, body: body, variables: variables)
        let problem = decision == .exhausted ? Problem.exhausted(misses) : Problem.unmatched(misses, head.pointee, span)
        session.lock.withLock {
            for miss in misses { session.journal.note(connection.ordinal, .nearest, miss.description) }
        }
        let reply = connection.play.prepared(problem, for: terms(span, connection.play.playbook))
        connection.reply = reply
        perform(reply, connection)
    }

    /// What a page of another origin needs to read why nothing answered it; nil where none may.
    private func terms(_ span: Span<UInt8>, _ playbook: Playbook) -> RequestTerms? {
        guard playbook.sharesWithOrigins else { return nil }
        return RequestTerms(head.pointee, in: span, .origin)
    }

    /// The open exchange as far as it has come, for a closure that makes its reply.
    private func request(_ connection: Connection, _ head: Span<UInt8>, _ body: [UInt8]) -> Journal.Entry {
        var entry = Journal.Entry(
            ordinal: connection.ordinal,
            session: connection.session.name,
            connection: connection.number,
            exchange: connection.exchange,
            at: connection.firstByteAt,
            headAt: now,
            rawHead: head.bytes(RequestHead.Slice(0, head.count))
        )
        entry.body = Journal.Body(length: body.count, kept: body, hash: StableHash.of(body))
        entry.decision = .reply
        return entry
    }

    static let headMethod = Array("HEAD".utf8)
    private static let continueMessage = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
