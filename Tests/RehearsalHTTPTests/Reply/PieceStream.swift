import RehearsalClient
import RehearsalHTTP
import RehearsalPlatform

/// A stream in memory that delivers the given pieces and then ends.
final class PieceStream: ByteStream {
    private var pieces: ArraySlice<[UInt8]>

    init(_ pieces: [[UInt8]]) { self.pieces = pieces.filter { !$0.isEmpty }[...] }

    let descriptor: Int32 = -1
    /// Whether bytes are available without waiting.
    let hasBufferedBytes = true

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure) -> StreamProgress {
        guard let piece = pieces.popFirst() else { return .end }
        let count = min(piece.count, buffer.count)
        buffer.copyBytes(from: piece.prefix(count))
        if count < piece.count { pieces = [Array(piece[count...])] + pieces }
        return .bytes(count)
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) -> StreamProgress { .bytes(bytes.count) }

    func finishSending() {}

    func close(reset: Bool) {}
}
