/// A recorder of user actions.
public protocol AnalyticsProtocol: Sendable {
    /// Records an event without waiting; a lost event is not reported.
    func track(_ event: AnalyticsEvent)
}

/// Analytics over HTTP: sends each event once, one at a time, with `POST /analytics`.
///
/// Events wait in a queue that discards its oldest event when it is full. An event that cannot be sent is discarded.
public final class Analytics: AnalyticsProtocol {
    private let events: AsyncStream<AnalyticsEvent>.Continuation

    /// Creates a recorder and starts to send its events.
    ///
    /// - Parameter capacity: the maximum number of events in the queue.
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

    /// Appends an event to the queue.
    public func track(_ event: AnalyticsEvent) { events.yield(event) }
}
