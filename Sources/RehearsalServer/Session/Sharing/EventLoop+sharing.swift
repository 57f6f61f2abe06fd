import Rehearsal

extension EventLoop {
    /// The head of a request on a shared port is complete: hands its connection to the session that it is for.
    ///
    /// - Parameter unread: bytes that have come and are not used, the head among them.
    /// - Returns: whether the head is used; otherwise it is looked at again later.
    func beginShared(
        _ connection: Connection,
        of front: Session,
        _ head: UnsafeRawBufferPointer,
        unread: Int,
    ) -> Bool {
        let hasMore = unread > head.count
        let call = SessionCall(head)
        let session = call.flatMap { front.neighbors?[$0.name] }
        move(connection, to: session ?? front, carrying: unread)
        guard connection.idleFault == nil || meetIdleFault(connection) else { return false }
        if let call, session == nil { connection.missingSession = String(decoding: call.name, as: UTF8.self) }
        if let call, session != nil {
            call.head.withUnsafeBytes { begin(connection, $0, hasMore: hasMore) }
        } else {
            begin(connection, head, hasMore: hasMore)
        }
        return true
    }

    /// Whether a connection has nothing to do with the session that it is with.
    func isBetweenRequests(_ connection: Connection) -> Bool {
        connection.phase == .head && connection.ordinal < 0
    }

    /// Takes a connection to another session, for which it is a new one.
    ///
    /// - Parameter count: bytes that have come and are not used; they are counted as those of the other session.
    func move(
        _ connection: Connection,
        to session: Session,
        carrying count: Int,
        end: Journal.ConnectionEnd = .moved,
    ) {
        let former = connection.session
        guard former !== session else { return }
        members[ObjectIdentifier(former)]?.slots.remove(connection.slot)
        let record = JournalRecord.Disconnected(
            at: now,
            received: UInt64(connection.received - count),
            sent: UInt64(connection.sent),
            acknowledged: UInt64(connection.sent),
            exchanges: UInt64(connection.exchange)
        )
        former.connectionLeft(connection.number, record, end)
        welcome(session, session.play)
        members[ObjectIdentifier(session)]?.slots.insert(connection.slot)
        let play = members[ObjectIdentifier(session)]?.play ?? session.play
        connection.move(to: session, play, number: session.connectionCame(at: now))
        connection.received = count
        connection.ahead = members[ObjectIdentifier(session)]?.ahead ?? 0
        // What the former session left to the connection is none of this one's business.
        (connection.idleFault, connection.dooming, connection.missingSession) = (nil, nil, nil)
    }
}
