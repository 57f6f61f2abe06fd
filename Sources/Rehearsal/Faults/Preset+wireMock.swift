extension Fault.Preset {
    /// RST instead of a reply: WireMock's `CONNECTION_RESET_BY_PEER`.
    public static let connectionResetByPeer = Fault.Preset("connection-reset-by-peer", Fault(.reset, at: .beforeHead))

    /// FIN instead of a reply: WireMock's `EMPTY_RESPONSE`.
    public static let emptyResponse = Fault.Preset("empty-response", Fault(.close, at: .beforeHead))

    /// 200, then bytes that are no chunk, then FIN: WireMock's `MALFORMED_RESPONSE_CHUNK`.
    public static let malformedResponseChunk = Fault.Preset(
        "malformed-response-chunk",
        Fault(
            .replaceBytes(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(garbage)".utf8)),
            at: .head()
        ),
        Fault(.close, at: .afterHead),
    )

    /// Bytes that are no reply, then FIN: WireMock's `RANDOM_DATA_THEN_CLOSE`, though always the same bytes.
    public static let randomDataThenClose = Fault.Preset(
        "random-data-then-close",
        Fault(.replaceBytes(Array(garbage.utf8)), at: .head()),
        Fault(.close, at: .afterHead),
    )

    /// Neither the start of a reply nor, as it begins with no hexadecimal digit, the size of a chunk.
    private static let garbage = "~)}#this is neither a head nor a chunk&^%!"

    /// The presets that are told by their names alone.
    package static let plain = [
        connectionResetByPeer, emptyResponse, malformedResponseChunk, randomDataThenClose, timeout(), resetPeer(),
    ]
}
