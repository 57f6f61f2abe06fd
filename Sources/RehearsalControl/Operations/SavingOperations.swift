import Rehearsal
import RehearsalDocuments
import RehearsalServer

/// The operations that return a session as a document to save.
enum SavingOperations {
    static let har = ControlOperation(
        id: "getHAR",
        method: "GET",
        path: "/v1/sessions/{name}/har",
        summary: "Sends the exchanges of the journal as a recording in the format HAR 1.2; secrets are redacted",
        success: ControlOperation.Success(schema: "HAR"),
        problems: [409: "The recording cannot be written."],
        run: { call throws(APIError) in
            switch call.settings.har(call.session.backend) {
            case .success(let bytes): return .lines(bytes)
            case .failure(let failure):
                throw APIError(409, "no-recording", "The recording cannot be written.", detail: failure.reason)
            }
        }
    )

    static let ticket = ControlOperation(
        id: "getTicket",
        method: "GET",
        path: "/v1/sessions/{name}/ticket",
        summary: "Sends a scenario that repeats the replies of the session in their order, with faults and held times",
        success: ControlOperation.Success(schema: "Scenario"),
        run: { call throws(APIError) in
            .document(TicketScenario(call.session.backend).document)
        }
    )
}

extension ControlServer {
    /// The reason why a recording of a session cannot be written.
    package struct RecordingFailure: Error, Sendable {
        package let reason: String

        package init(_ reason: String) { self.reason = reason }
    }
}
