extension Fault {
    /// An action on a connection, or on its bytes.
    public enum Effect: Sendable, Hashable {
        /// A FIN. The server reads and discards the bytes that the client still sends (RFC 9112 §9.6).
        case close
        /// An RST, after the kernel has sent all pending bytes.
        case reset
        /// A FIN. The server continues to read until the client closes the connection.
        case halfClose
        /// No bytes for this time, then the rest; without a duration, no more bytes until the client disconnects.
        case stall(for: Duration? = nil)
        /// A delay before the rest of the reply. At the end of a reply, it delays the close of the connection.
        case delay(by: Delay)
        /// The rest of the head or body one byte at a time, at this rate.
        case drip(bytesPerSecond: Int)
        /// The rest of the head or body in pieces of this size, each in its own TCP segment, at this interval.
        case slice(size: Int, every: Duration = .zero)
        /// Wrong values for this number of bytes, which are spread over the body.
        case corrupt(bytes: Int)
        /// Wrong values for the bytes at these offsets of the body.
        case corruptAt(offsets: [Int])
        /// Other bytes in place of the head, or in place of the body from the offset that the stage specifies.
        case replaceBytes([UInt8])
        /// A Content-Length that differs from the length of the body.
        case wrongLength(declares: Int)
        /// Bytes after the end of the message.
        case extraBytes([UInt8])

        /// Whether no part of the reply can follow the effect.
        package var isTerminal: Bool {
            switch self {
            case .close, .reset, .halfClose, .stall(nil): true
            default: false
            }
        }
    }
}

extension Fault.Effect: CustomStringConvertible {
    /// The effect for messages: `drip 100 B/s`.
    public var description: String {
        switch self {
        case .close, .reset, .halfClose, .stall, .delay, .replaceBytes: name
        case .drip(let rate): "\(name) \(rate) B/s"
        case .slice(let size, _): "\(name) \(size)"
        case .corrupt(let count): "\(name) \(count)"
        case .corruptAt(let offsets): "\(name) \(offsets.count)"
        case .wrongLength(let length): "\(name) \(length)"
        case .extraBytes(let bytes): "\(name) \(bytes.count)"
        }
    }

    /// The name of the effect in scenario files.
    package var name: String {
        switch self {
        case .close: "close"
        case .reset: "reset"
        case .halfClose: "halfClose"
        case .stall: "stall"
        case .delay: "delay"
        case .drip: "drip"
        case .slice: "slice"
        case .corrupt, .corruptAt: "corrupt"
        case .replaceBytes: "replaceBytes"
        case .wrongLength: "wrongLength"
        case .extraBytes: "extraBytes"
        }
    }
}
