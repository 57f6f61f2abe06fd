import Foundation

/// Reads a body that is a stream.
enum BodyStream {
    /// All of it, or nil if it breaks or is not wanted any more; blocks while nothing comes.
    static func read(_ stream: InputStream, while isWanted: () -> Bool) -> Data? {
        stream.open()
        defer { stream.close() }
        var body = Data()
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while isWanted() {
            let count = stream.read(&piece, maxLength: piece.count)
            if count == 0 { return body }
            guard count > 0 else { return nil }
            body.append(contentsOf: piece[..<count])
        }
        return nil
    }
}
