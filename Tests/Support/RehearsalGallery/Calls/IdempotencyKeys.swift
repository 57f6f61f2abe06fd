#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import RehearsalPlatform

/// The idempotency keys of the calls that are in progress.
final class IdempotencyKeys: Sendable {
    private let used = Locked<[String: (key: String, calls: Int)]>([:])
    private let defect: Defect?

    init(defect: Defect?) { self.defect = defect }

    /// Makes a call with a new key, or with the key of an equal call that is in progress.
    func withKey<Value>(for content: String, _ call: (_ key: String) async throws -> Value) async rethrows -> Value {
        let content = defect == .newKeyPerTap ? UUID().uuidString : content
        let key = used.withLock { used in
            let key = used[content]?.key ?? UUID().uuidString
            used[content] = (key, (used[content]?.calls ?? 0) + 1)
            return key
        }
        defer {
            used.withLock { used in
                let calls = (used[content]?.calls ?? 1) - 1
                used[content] = calls > 0 ? (key, calls) : nil
            }
        }
        return try await call(key)
    }
}
