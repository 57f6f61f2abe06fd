extension Fault {
    /// A set of faults with the name that another tool uses for it.
    ///
    /// A preset is an abbreviation. A scenario can list the same faults instead.
    public struct Preset: Sendable, Hashable {
        /// The name in the other tool and in scenario files: `empty-response`, `slow_close`.
        public let name: String
        /// The faults in the order in which they happen.
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

    /// 200, then bytes that are not a chunk, then FIN: WireMock's `MALFORMED_RESPONSE_CHUNK`.
    public static let malformedResponseChunk = Fault.Preset(
        "malformed-response-chunk",
        Fault(
            .replaceBytes(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(garbage)".utf8)),
            at: .head()
        ),
        Fault(.close, at: .afterHead),
    )

    /// Bytes that are not a reply, then FIN: WireMock's `RANDOM_DATA_THEN_CLOSE`, but always the same bytes.
    public static let randomDataThenClose = Fault.Preset(
        "random-data-then-close",
        Fault(.replaceBytes(Array(garbage.utf8)), at: .head()),
        Fault(.close, at: .afterHead),
    )

    /// Bytes that start neither a reply nor a chunk, whose size would start with a hexadecimal digit.
    private static let garbage = "~)}#this is neither a head nor a chunk&^%!"

    /// The presets that need no parameters.
    package static let parameterless = [
        connectionResetByPeer, emptyResponse, malformedResponseChunk, randomDataThenClose, timeout(), resetPeer(),
    ]
}

/// The toxics of Toxiproxy, applied to a reply. Its `down` is not a fault of a reply: see ``Scenario/Network``.
extension Fault.Preset {
    /// Returns a preset that delays the reply by `latency`, plus or minus `jitter`.
    public static func latency(_ latency: Duration, jitter: Duration = .zero) -> Fault.Preset {
        let delay: Fault.Delay =
            jitter > .zero ? .uniform(max(.zero, latency - jitter), latency + jitter) : .fixed(latency)
        return Fault.Preset("latency", Fault(.delay(by: delay), at: .beforeHead))
    }

    /// Returns a preset that limits the send rate of the reply.
    public static func bandwidth(bytesPerSecond: Int) -> Fault.Preset {
        Fault.Preset(
            "bandwidth",
            Fault(.drip(bytesPerSecond: bytesPerSecond), at: .head(.bytes(0))),
            Fault(.drip(bytesPerSecond: bytesPerSecond), at: .body()),
        )
    }

    /// Returns a preset that closes the connection this long after the reply.
    public static func slowClose(delay: Duration) -> Fault.Preset {
        Fault.Preset("slow_close", Fault(.delay(by: .fixed(delay)), at: .end))
    }

    /// Returns a preset that sends nothing and closes the connection after this time; without a time, never.
    public static func timeout(_ timeout: Duration? = nil) -> Fault.Preset {
        guard let timeout, timeout > .zero else { return Fault.Preset("timeout", Fault(.stall(), at: .beforeHead)) }
        return Fault.Preset(
            "timeout",
            Fault(.stall(for: timeout), at: .beforeHead),
            Fault(.close, at: .beforeHead),
        )
    }

    /// Returns a preset that resets the connection before the reply, at once or after this time.
    public static func resetPeer(after timeout: Duration? = nil) -> Fault.Preset {
        guard let timeout, timeout > .zero else { return Fault.Preset("reset_peer", Fault(.reset, at: .beforeHead)) }
        return Fault.Preset(
            "reset_peer",
            Fault(.stall(for: timeout), at: .beforeHead),
            Fault(.reset, at: .beforeHead),
        )
    }

    /// Returns a preset that sends the reply in pieces of this size, each in its own TCP segment, at this interval.
    public static func slicer(size: Int, delay: Duration = .zero) -> Fault.Preset {
        Fault.Preset(
            "slicer",
            Fault(.slice(size: size, every: delay), at: .head(.bytes(0))),
            Fault(.slice(size: size, every: delay), at: .body()),
        )
    }

    /// Returns a preset that closes the connection after this number of bytes of the body; for 0, before the head.
    public static func limitData(bytes: Int) -> Fault.Preset {
        Fault.Preset("limit_data", Fault(.close, at: bytes > 0 ? .body(.bytes(bytes)) : .beforeHead))
    }
}
