/// Cuts a stream of bytes into its lines, in whatever pieces it comes.
struct LineCutter: Sendable {
    private var rest: [UInt8] = []

    /// The lines that have become complete, without their ends.
    mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        for end in bytes.indices where bytes[end] == 0x0A {
            lines.append(rest + bytes[start..<end])
            rest = []
            start = end + 1
        }
        rest += bytes[start...]
        return lines
    }
}
