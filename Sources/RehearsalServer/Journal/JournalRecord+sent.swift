import Rehearsal
import RehearsalPlatform

extension JournalRecord {
    /// What the kernel took of a reply at one time.
    struct Sent: BitwiseCopyable {
        var at: Int64
        /// Bytes of the reply before these.
        var offset: UInt64
        var count: UInt64
        /// 4 or 16 bytes of an address that follow, 0 for none.
        private var addressLength: UInt64 = 0
        private var address: (UInt64, UInt64) = (0, 0)

        init(at: Int64, offset: UInt64, count: UInt64) { (self.at, self.offset, self.count) = (at, offset, count) }

        mutating func take(_ bytes: [UInt8]) {
            addressLength = UInt64(min(bytes.count, 16))
            withUnsafeMutableBytes(of: &address) { $0.copyBytes(from: bytes.prefix(16)) }
        }

        /// `127.0.0.1` or `::1`; nil if there is none.
        var addressText: String? {
            guard addressLength == 4 || addressLength == 16 else { return nil }
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let family = addressLength == 4 ? AF_INET : AF_INET6
            let isText = withUnsafeBytes(of: address) { bytes in
                inet_ntop(family, bytes.baseAddress, &text, socklen_t(INET6_ADDRSTRLEN)) != nil
            }
            return isText ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
        }
    }
}
