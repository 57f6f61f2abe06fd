import Rehearsal
import RehearsalContracts

/// What the server knows, in the words of the app.
struct ParkingService: Sendable {
    let sender: CallSender
    let defect: Defect?

    /// What a call returns, read, with the document that it was read from.
    func value<Value>(
        of call: Call,
        _ read: (Node) throws(Unreadable) -> Value,
    ) async throws -> (Value, document: JSON) {
        let reply = try await success(call)
        do throws(Unreadable) {
            let node = try Node(body: reply.body, defect: defect)
            return (try read(node), node.json)
        } catch {
            throw ParkingError.unreadable(error, status: reply.status)
        }
    }

    /// Makes a call that returns nothing.
    func perform(_ call: Call) async throws {
        _ = try await success(call)
    }

    /// The answer to a call, if it is a success.
    private func success(_ call: Call) async throws -> WireReply {
        let reply: WireReply
        do { reply = try await sender.answer(to: call) } catch let failure as WireFailure {
            throw ParkingError.network(failure)
        }
        if reply.isSuccess { return reply }
        throw Self.error(reply)
    }

    /// What an answer that is no success means.
    private static func error(_ reply: WireReply) -> ParkingError {
        switch reply.status {
        case 401: .unauthenticated(reply)
        case 402: .paymentFailed(reason(reply), reply)
        case 409: .spotUnavailable(reply)
        default: .http(reply)
        }
    }

    /// What a problem document (RFC 9457) says to people; empty if it says nothing.
    private static func reason(_ reply: WireReply) -> String {
        guard case .string(let detail)? = (try? JSON(parsing: reply.body))?["detail"] else { return "" }
        return detail
    }
}
