import Rehearsal
import RehearsalContracts

/// The calls of the parking API, with replies decoded and errors mapped.
struct ParkingService: Sendable {
    let sender: CallSender
    let cache: ResponseCache
    let defect: Defect?

    /// Makes a call and returns its decoded value, the JSON document, and whether the document may be stored.
    func value<Value>(
        of call: Call,
        _ read: (Node) throws(DecodingFailure) -> Value,
    ) async throws -> (Value, document: JSON, mayStore: Bool) {
        var reply = try await success(
            call,
            orIf: { reply in
                defect == .bodyBeforeStatus && reply.status >= 500
                    && (try? read(Node(body: reply.body, defect: defect))) != nil
            }
        )
        let resends =
            defect == .retriesText && call.method == .get || defect == .repeatsUnreadPost && call.method == .post
        if resends, case .string? = try? JSON(parsing: reply.body) { reply = try await success(call) }
        do throws(DecodingFailure) {
            let node = try Node(body: content(of: reply), defect: defect)
            return (try read(node), node.json, !reply.forbidsStorage || defect == .ignoresNoStore)
        } catch {
            if defect == .rawError, error == DecodingFailure(.dataCorrupted, at: "$") { throw error }
            throw ParkingError.unreadable(error, status: reply.status)
        }
    }

    /// Returns the body of a successful reply, which clients with some defects replace or reject.
    private func content(of reply: WireReply) throws(DecodingFailure) -> [UInt8] {
        let type = reply.headers["Content-Type"] ?? ""
        if defect == .refusesPlainText, type.hasPrefix("text/plain") { throw DecodingFailure(.contentType, at: "$") }
        if defect == .pageAsEmptyList, type.hasPrefix("text/html") { return Array("[]".utf8) }
        if defect == .inventsCreated, reply.body.isEmpty, [201, 202].contains(reply.status) {
            return Array(RecordedReplies.reservation.utf8)
        }
        return reply.body
    }

    /// Makes a call and ignores the body of the reply.
    func perform(_ call: Call) async throws {
        let reply = try await success(call)
        guard defect == .decodesEmptyBody else { return }
        do { _ = try Node(body: reply.body, defect: defect) } catch {
            throw ParkingError.unreadable(error, status: reply.status)
        }
    }

    /// Returns the reply to a call if its status is a success, or if `isAccepted` treats it as one.
    private func success(
        _ call: Call,
        orIf isAccepted: (WireReply) -> Bool = { _ in false },
    ) async throws -> WireReply {
        let reply: WireReply
        do {
            reply = try await cache.reply(to: call) { try await sender.reply(to: $0) }
        } catch let failure as WireFailure {
            throw failure == .timedOut && defect == .rawTimeout ? failure : parkingError(for: failure)
        } catch is CancellationError where defect == .cancelledAsLost {
            throw ParkingError.network(.connectionLost)
        } catch is CancellationError where defect == .privateCancellation {
            throw CancelledCall()
        }
        if isSuccess(reply.status) || isAccepted(reply) || claimsSuccess(reply) { return reply }
        if defect == .basicIsMalformed, reply.headers["WWW-Authenticate"]?.hasPrefix("Basic") == true {
            throw ParkingError.network(.malformed)
        }
        throw error(reported(reply))
    }

    /// Returns the error for a failed exchange.
    private func parkingError(for failure: WireFailure) -> ParkingError {
        switch (failure, defect) {
        case (.cannotConnect, .refusedIsLost): .network(.connectionLost)
        case (.connectionLost, .lostIsRefused): .network(.cannotConnect(code: 0))
        case (.timedOut, .timeoutAsMalformed): .network(.malformed)
        case (_, .dropsErrorCode): .networkWithoutCode(failure)
        default: .network(failure)
        }
    }

    private func isSuccess(_ status: Int) -> Bool {
        // An unrequested partial reply is not a complete one (RFC 9110 §15.3.7).
        if status == 206 { return defect == .acceptsPartialReply }
        if status == 101 { return defect == .switchingIsSuccess }
        if defect == .redirectIsSuccess { return 200..<400 ~= status }
        return defect == .knownSuccessOnly ? [200, 201, 202, 204, 205].contains(status) : 200..<300 ~= status
    }

    /// Returns whether the body claims success and the client has the defect of trusting it.
    private func claimsSuccess(_ reply: WireReply) -> Bool {
        defect == .trustsSuccessMember && (try? JSON(parsing: reply.body))?["success"] == true
    }

    /// Returns the part of an error reply that the client reports.
    private func reported(_ reply: WireReply) -> WireReply {
        if defect == .dropsErrorDetails { return WireReply(reply.status) }
        var reply = reply
        if defect == .guessedStatus, 452..<500 ~= reply.status { reply.status = 400 }
        if defect == .problemStatusWins, case .number(let status)? = (try? JSON(parsing: reply.body))?["status"] {
            reply.status = Int(status.text) ?? reply.status
        }
        return reply
    }

    /// Returns the error for an error reply.
    private func error(_ reply: WireReply) -> any Error {
        if defect == .rawReply, reply.status == 503 {
            return UnexpectedReply(status: 503, headers: reply.headers, body: reply.body)
        }
        return parkingError(for: reply)
    }

    private func parkingError(for reply: WireReply) -> ParkingError {
        switch reply.status {
        case 401: .unauthenticated(reply)
        case 402 where defect == .plainPaymentError: .http(reply)
        case 402: .paymentFailed(defect == .losesReason ? "Try again." : Self.reason(reply), reply)
        case 409: .spotUnavailable(reply)
        case _ where isPage(reply): .unreadable(DecodingFailure(.dataCorrupted, at: "$"), status: reply.status)
        default: .http(reply)
        }
    }

    /// Returns whether the reply is HTML and the client has the defect of parsing it as JSON.
    private func isPage(_ reply: WireReply) -> Bool {
        defect == .htmlAsJSON && reply.headers["Content-Type"]?.hasPrefix("text/html") == true
    }

    /// Returns the `detail` of a problem document (RFC 9457); empty if it is missing.
    private static func reason(_ reply: WireReply) -> String {
        guard case .string(let detail)? = (try? JSON(parsing: reply.body))?["detail"] else { return "" }
        return detail
    }
}
