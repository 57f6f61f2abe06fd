import Rehearsal

/// The use of truncated lists by clients with some defects. Other clients never receive one.
struct TruncatedLists: Sendable {
    private let store: NoteStore
    private let defect: NotesDefect?

    init(store: NoteStore, defect: NotesDefect?) { (self.store, self.defect) = (store, defect) }

    /// The defect of the connections with which a truncated body reaches this type; nil for none.
    var wireDefect: Defect? {
        [.repairsRetriedList, .storesTruncatedList].contains(defect) ? .acceptsTruncatedBody : nil
    }

    /// Returns the reply to a call, or the failure of a truncated one.
    func result(of reply: WireReply, to call: Call, attempt: Int) -> Result<WireReply, WireFailure> {
        guard wireDefect != nil, reply.status == 200,
            let length = reply.headers["Content-Length"].flatMap({ Int($0) }), reply.body.count < length
        else { return .success(reply) }
        guard call.method == .get, call.path == NotesClient.list, let repaired = repaired(reply) else {
            return .failure(.incomplete)
        }
        if defect == .repairsRetriedList, attempt > 1 { return .success(repaired) }
        if defect == .storesTruncatedList { keepNotes(in: repaired) }
        return .failure(.incomplete)
    }

    private func keepNotes(in reply: WireReply) {
        let answer = NotesAnswer(reply: reply, attempts: 1, mayHaveArrived: false)
        if let notes = try? answer.value(Note.list) { store.keep(notes, tag: nil, since: store.begin().ticket) }
    }

    /// Returns the reply with the complete items of its list; nil if there is none.
    private func repaired(_ reply: WireReply) -> WireReply? {
        guard let end = reply.body.lastIndex(of: UInt8(ascii: "}")) else { return nil }
        var reply = reply
        reply.body = reply.body[...end] + [UInt8(ascii: "]")]
        return reply
    }
}
