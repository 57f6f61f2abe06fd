extension Fault {
    /// What happens to a connection, or to the bytes on it.
    public enum Effect: Sendable, Hashable {
        /// FIN; what the client still sends is read and thrown away (RFC 9112 §9.6).
        case close
        /// RST, once the kernel has nothing left to send.
        case reset
        /// FIN, and the connection is read on until the client closes it.
        case halfClose
        /// Nothing more for that long, then on; without a duration nothing more until the client goes.
        case stall(for: Duration? = nil)
        /// Later, then on; at the end of a reply the connection is closed that much later.
        case delay(by: Delay)
        /// A byte at a time, at that rate.
        case drip(bytesPerSecond: Int)
        /// Pieces of that size, each in a segment of its own, that far apart.
        case slice(size: Int, every: Duration = .zero)
        /// That many bytes of the body, spread over it, are others than they should be.
        case corrupt(bytes: Int)
        /// The bytes at these offsets of the body are others than they should be.
        case corruptAt(offsets: [Int])
        /// Other bytes in place of the head, or of the body from the stage's offset on.
        case replaceBytes([UInt8])
        /// A Content-Length that does not fit.
        case wrongLength(declares: Int)
        /// Bytes that follow the message.
        case extraBytes([UInt8])

        /// Whether nothing of the reply can follow it.
        package var isLast: Bool {
            switch self {
            case .close, .reset, .halfClose, .stall(nil): true
            default: false
            }
        }
    }
}

extension Fault.Effect: CustomStringConvertible {
    /// As it is shown to people.
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

    /// The name of the effect alone, as documents write it.
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
