/// The windows of one quota, by what their requests have in common.
struct QuotaBook: Sendable {
    private var windows: [[UInt8]: Window] = [:]

    private struct Window {
        let began: Int64
        var count = 0
    }

    /// How a key stands.
    struct Standing {
        /// Requests that are still answered in this window.
        let left: Int
        /// Until the window ends, in nanoseconds.
        let resets: Int64
    }

    /// More windows than that are looked through for those that are over.
    private static let mostWindows = 1_024

    func standing(of key: [UInt8], _ quota: Scenario.Quota, at now: Int64) -> Standing {
        let length = quota.window.nanoseconds
        guard let window = windows[key], now - window.began < length else {
            return Standing(left: quota.limit, resets: length)
        }
        return Standing(left: max(0, quota.limit - window.count), resets: window.began + length - now)
    }

    mutating func count(_ key: [UInt8], _ quota: Scenario.Quota, at now: Int64) {
        let length = quota.window.nanoseconds
        if let window = windows[key], now - window.began < length {
            windows[key]?.count = window.count + 1
            return
        }
        if windows.count >= Self.mostWindows { windows = windows.filter { now - $0.value.began < length } }
        windows[key] = Window(began: now, count: 1)
    }
}
