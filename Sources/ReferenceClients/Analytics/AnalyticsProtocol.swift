/// Is told what users do.
public protocol AnalyticsProtocol: Sendable {
    /// Notes an event, and returns at once: nobody waits for it, and nobody hears of it if it is lost.
    func track(_ event: AnalyticsEvent)
}
