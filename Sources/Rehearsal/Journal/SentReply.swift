extension Journal {
    /// What the kernel took of a reply, in the bytes of the wire.
    package struct SentReply: Sendable, Hashable {
        /// The first of them, as many as are kept.
        package var bytes: [UInt8]
        /// How many there were.
        package var length: Int
        /// When the first of them was taken, in nanoseconds of the journal's clock.
        package var firstAt: Int64
        /// When the last of them was taken.
        package var lastAt: Int64
        /// This machine's end of the connection: `127.0.0.1`; nil if it is not known.
        package var address: String?
        /// Whether some of what was sent was forgotten before it was read, so that nothing can be told from the rest.
        package var hasGap = false

        /// Whether all that was sent is here.
        package var isWhole: Bool { !hasGap && bytes.count == length }

        package init(bytes: [UInt8] = [], length: Int = 0, firstAt: Int64, address: String? = nil) {
            (self.bytes, self.length, self.address) = (bytes, length, address)
            (self.firstAt, lastAt) = (firstAt, firstAt)
        }
    }
}
