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
        let reply = try await success(
            call,
            orIf: { reply in
                defect == .bodyBeforeStatus && reply.status >= 500
                    && (try? read(Node(body: reply.body, defect: defect))) != nil
            }
        )
        do throws(Unreadable) {
            let node = try Node(body: reply.body, defect: defect)
            return (try read(node), node.json)
        } catch {
            if defect == .rawError, error == Unreadable(.dataCorrupted, at: "$") { throw error }
            throw ParkingError.unreadable(error, status: reply.status)
        }
    }

    /// Makes a call that returns nothing.
    func perform(_ call: Call) async throws {
        let reply = try await success(call)
        guard defect == .decodedNothing else { return }
        do { _ = try Node(body: reply.body, defect: defect) } catch {
            throw ParkingError.unreadable(error, status: reply.status)
        }
    }

    /// The answer to a call, if it is a success or taken for one.
    private func success(
        _ call: Call,
        orIf isTaken: (WireReply) -> Bool = { _ in false },
    ) async throws -> WireReply {
        let reply: WireReply
        do { reply = try await sender.answer(to: call) } catch let failure as WireFailure {
            throw told(failure)
        } catch is CancellationError where defect == .cancelledIsLost {
            throw ParkingError.network(.connectionLost)
        }
        if isSuccess(reply.status) || isTaken(reply) { return reply }
        throw error(kept(reply))
    }

    /// What is said of an answer that did not come.
    private func told(_ failure: WireFailure) -> ParkingError {
        switch (failure, defect) {
        case (.cannotConnect, .refusedIsLost): .network(.connectionLost)
        case (.connectionLost, .lostIsRefused): .network(.cannotConnect(code: 0))
        case (.timedOut, .timeoutIsNonsense): .network(.malformed)
        case (_, .bareFailure): .networkWithoutCode(failure)
        default: .network(failure)
        }
    }

    private func isSuccess(_ status: Int) -> Bool {
        // A part that was not asked for is not the whole (RFC 9110 §15.3.7).
        if status == 206 { return defect == .partialIsWhole }
        if defect == .redirectIsSuccess { return 200..<400 ~= status }
        return defect == .registeredSuccess ? [200, 201, 202, 204, 205].contains(status) : 200..<300 ~= status
    }

    /// What is known of an answer that is no success.
    private func kept(_ reply: WireReply) -> WireReply {
        if defect == .bareStatus { return WireReply(reply.status) }
        var reply = reply
        if defect == .guessedStatus, 452..<500 ~= reply.status { reply.status = 400 }
        return reply
    }

    /// What an answer that is no success means.
    private func error(_ reply: WireReply) -> ParkingError {
        switch reply.status {
        case 401: .unauthenticated(reply)
        case 402: .paymentFailed(Self.reason(reply), reply)
        case 409: .spotUnavailable(reply)
        case _ where isPage(reply): .unreadable(Unreadable(.dataCorrupted, at: "$"), status: reply.status)
        default: .http(reply)
        }
    }

    /// Whether an answer is read as JSON that is a page for people.
    private func isPage(_ reply: WireReply) -> Bool {
        defect == .pageForJSON && reply.headers["Content-Type"]?.hasPrefix("text/html") == true
    }

    /// What a problem document (RFC 9457) says to people; empty if it says nothing.
    private static func reason(_ reply: WireReply) -> String {
        guard case .string(let detail)? = (try? JSON(parsing: reply.body))?["detail"] else { return "" }
        return detail
    }
}
