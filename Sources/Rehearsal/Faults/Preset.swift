extension Fault {
    /// Faults under a name that another tool gave them, so that what people know from there can be written here.
    ///
    /// A preset is short for its faults: what it does can be read in them, and written without it.
    public struct Preset: Sendable, Hashable {
        /// As the other tool and documents write it: `empty-response`, `slow_close`.
        public let name: String
        /// What goes wrong, in the order in which it does.
        public let faults: [Fault]

        init(_ name: String, _ faults: Fault...) {
            self.name = name
            self.faults = faults
        }
    }
}

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

/// What Toxiproxy does to a stream of bytes, done to a reply. Its `down` is no fault of a reply:
/// see ``Scenario/Network``.
extension Fault.Preset {
    /// The reply begins that much later, give or take `jitter`.
    public static func latency(_ latency: Duration, jitter: Duration = .zero) -> Fault.Preset {
        let delay: Fault.Delay =
            jitter > .zero ? .uniform(max(.zero, latency - jitter), latency + jitter) : .fixed(latency)
        return Fault.Preset("latency", Fault(.delay(by: delay), at: .beforeHead))
    }

    /// The reply is sent at that rate.
    public static func bandwidth(bytesPerSecond: Int) -> Fault.Preset {
        Fault.Preset(
            "bandwidth",
            Fault(.drip(bytesPerSecond: bytesPerSecond), at: .head(.bytes(0))),
            Fault(.drip(bytesPerSecond: bytesPerSecond), at: .body()),
        )
    }

    /// The connection is closed that long after the reply.
    public static func slowClose(delay: Duration) -> Fault.Preset {
        Fault.Preset("slow_close", Fault(.delay(by: .fixed(delay)), at: .end))
    }

    /// Nothing comes, and after that time the connection is closed; without a time it never is.
    public static func timeout(_ timeout: Duration? = nil) -> Fault.Preset {
        guard let timeout, timeout > .zero else { return Fault.Preset("timeout", Fault(.stall(), at: .beforeHead)) }
        return Fault.Preset(
            "timeout",
            Fault(.stall(for: timeout), at: .beforeHead),
            Fault(.close, at: .beforeHead),
        )
    }

    /// The connection is reset before the reply, at once or after that time.
    public static func resetPeer(after timeout: Duration? = nil) -> Fault.Preset {
        guard let timeout, timeout > .zero else { return Fault.Preset("reset_peer", Fault(.reset, at: .beforeHead)) }
        return Fault.Preset(
            "reset_peer",
            Fault(.stall(for: timeout), at: .beforeHead),
            Fault(.reset, at: .beforeHead),
        )
    }

    /// The reply is sent in pieces of that size, each in a segment of its own, that far apart.
    public static func slicer(size: Int, delay: Duration = .zero) -> Fault.Preset {
        Fault.Preset(
            "slicer",
            Fault(.slice(size: size, every: delay), at: .head(.bytes(0))),
            Fault(.slice(size: size, every: delay), at: .body()),
        )
    }

    /// The connection is closed when so many bytes of the body have been sent; for 0, before the head.
    public static func limitData(bytes: Int) -> Fault.Preset {
        Fault.Preset("limit_data", Fault(.close, at: bytes > 0 ? .body(.bytes(bytes)) : .beforeHead))
    }
}
