/// Is told what users do.
public protocol AnalyticsProtocol: Sendable {
    /// Notes an event, and returns at once: nobody waits for it, and nobody hears of it if it is lost.
    func track(_ event: AnalyticsEvent)
}

/// Analytics over HTTP, which no user ever notices: `POST /analytics`, one event at a time, each once.
///
/// Events wait while another one is sent, but not more than a few: then the oldest is lost. One that cannot be sent is
/// lost too; what comes after it may fare better.
public final class Analytics: AnalyticsProtocol {
    private let events: AsyncStream<AnalyticsEvent>.Continuation

    /// Analytics that are sent through a client.
    ///
    /// - Parameter capacity: how many events wait at most.
    public init(client: any APIClientProtocol, capacity: Int = 100) {
        let (waiting, events) = AsyncStream.makeStream(
            of: AnalyticsEvent.self,
            bufferingPolicy: .bufferingNewest(capacity)
        )
        self.events = events
        Task(priority: .background) {
            for await event in waiting { try? await client.perform(Endpoint(.post, "/analytics", json: event)) }
        }
    }

    deinit { events.finish() }

    /// Puts an event behind those that wait.
    public func track(_ event: AnalyticsEvent) { events.yield(event) }
}
