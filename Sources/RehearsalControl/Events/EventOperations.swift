import Rehearsal
import RehearsalServer

/// The operations that report exchanges while they happen.
enum EventOperations {
    static let events = ControlOperation(
        id: "getEvents",
        method: "GET",
        path: "/v1/sessions/{name}/events",
        summary: "Sends events: exchanges as they begin, change and end, scenario switches, state and expectations",
        query: [
            OperationField(
                name: "last-event-id",
                kind: .text,
                description: "the id of the last event that the client received, as in the field Last-Event-ID"
            ),
            OperationField(
                name: "recent",
                kind: .integer(0...100_000),
                description: "the number of past exchanges to send first; 1000 by default"
            ),
        ],
        success: ControlOperation.Success(schema: "Events", media: "text/event-stream"),
        run: { call throws(APIError) in
            let stream = EventStream(call)
            return .stream { await stream.next() }
        }
    )

    static let exchange = ControlOperation(
        id: "getExchange",
        method: "GET",
        path: "/v1/sessions/{name}/exchange",
        summary: "Shows an exchange of the journal with the bytes of its reply; secrets are redacted",
        query: [
            OperationField(
                name: "number",
                kind: .integer(0...Int(Int32.max)),
                description: "the number of the exchange, as in the events",
                isRequired: true
            )
        ],
        success: ControlOperation.Success(schema: "Exchange"),
        run: { call throws(APIError) in
            let backend = call.session.backend
            guard let number = call.integer("number") else {
                throw APIError(400, "value", "\"number\" is missing.")
            }
            guard let (exchange, reply) = backend.exchange(number) else {
                throw APIError(
                    404,
                    "no-exchange",
                    "The journal has no exchange with that number.",
                    detail: "A full journal discards its oldest exchanges."
                )
            }
            return .document(ExchangeDetail(exchange: exchange, availability: reply, backend: backend).json)
        }
    )
}
