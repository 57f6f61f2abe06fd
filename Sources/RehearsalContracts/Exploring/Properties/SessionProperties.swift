import Rehearsal

/// The properties of tokens and waits.
enum SessionProperties {
    /// PROP-07.
    static let tokens = Property(
        "PROP-07",
        "At most one refresh is in flight, a replaced token is never sent again, and a rejected refresh ends in an "
            + "authentication error.",
        source: "RFC 9700 §4.14.2, RFC 6750 §3",
        notApplicable: {
            $0.declaration.features.authRefresh == nil ? "the client declares no token refresh" : nil
        },
    ) { history, contract in
        let refreshes = history.requests.filter(contract.isRefresh)
        return overlapping(refreshes) + replaced(refreshes, history, contract) + ignored(refreshes, history, contract)
    }

    private static func overlapping(_ refreshes: [History.Request]) -> [Property.Violation] {
        zip(refreshes, refreshes.dropFirst()).compactMap { first, second in
            // A client that lost its connection is not waiting for the refresh any more.
            guard let end = first.endedAt, second.at < end, first.action.sendsReply else { return nil }
            return Property.Violation(
                "a refresh was sent while another one was in progress",
                step: second.step,
                requests: [first.ordinal, second.ordinal]
            )
        }
    }

    private static func replaced(
        _ refreshes: [History.Request],
        _ history: History,
        _ contract: ExploredContract,
    ) -> [Property.Violation] {
        refreshes.compactMap { refresh in
            guard let end = refresh.endedAt, let document = refresh.genuineDocument else { return nil }
            let texts = ExploredContract.leaves(of: document)
            let before = Set(history.requests.filter { $0.at < refresh.at }.compactMap(\.token)).subtracting(texts)
            let wasReplaced = { (request: History.Request) in
                guard request.at > end, let token = request.token, before.contains(token) else { return false }
                return history.isSequential(request.step) && !history.calls.contains { $0.wasCancelled }
            }
            guard let late = history.requests.first(where: wasReplaced) else { return nil }
            return Property.Violation(
                "\(late.line) was sent with a token that a refresh had replaced",
                step: late.step,
                requests: [refresh.ordinal, late.ordinal]
            )
        }
    }

    private static func ignored(
        _ refreshes: [History.Request],
        _ history: History,
        _ contract: ExploredContract,
    ) -> [Property.Violation] {
        history.calls.compactMap { call in
            let own = refreshes.filter { $0.step == call.step && $0.at < call.endedAt }
            guard let last = own.last, last.wasAnswered, let status = last.status, 400..<500 ~= status,
                ![408, 425, 429].contains(status), !call.wasCancelled, !contract.isSpecial(call.operation),
                history.concurrency(of: call.step) == 1,
                history.requests(of: call.step).last?.ordinal == last.ordinal
            else { return nil }
            switch call.outcome {
            case .auth: return nil
            case .value(_, let freshness) where freshness.isStale: return nil
            default:
                let sentence = "\(call.operation) ended with \(call.outcome) after its refresh was rejected (\(status))"
                return Property.Violation(sentence, step: call.step, requests: [last.ordinal])
            }
        }
    }

    /// PROP-08.
    static let waits = Property(
        "PROP-08",
        "Each wait before a retry is within its declared bounds, and not shorter than Retry-After.",
        source: "RFC 9110 §10.2.3",
        notApplicable: {
            $0.declaration.features.clockInjection ? nil : "the client does not use the clock of the harness"
        },
    ) { history, contract in
        history.steps.indices.flatMap { step -> [Property.Violation] in
            guard history.concurrency(of: step) == 1 else { return [] }
            let requests = history.requests(of: step).filter { !contract.isAuthentication($0) }
            return wrongWaits(between: requests, history, contract).map { sentence, ordinals in
                Property.Violation(sentence, step: step, requests: ordinals)
            }
        }
    }

    private static func wrongWaits(
        between requests: [History.Request],
        _ history: History,
        _ contract: ExploredContract,
    ) -> [(String, [Int])] {
        var (number, previous, found) = (0, Duration?.none, [(String, [Int])]())
        for (first, second) in zip(requests, requests.dropFirst()) {
            guard first.isSameRequest(as: second), contract.key(of: first) == contract.key(of: second) else {
                (number, previous) = (0, nil)
                continue
            }
            // After a refresh, a request is sent again without a wait.
            if first.status == 401, first.wasAnswered { continue }
            number += 1
            let wait = history.waits.filter { first.at <= $0.at && $0.at <= second.at }
                .reduce(Duration.zero) { $0 + $1.duration }
            let status = first.wasAnswered ? first.status : nil
            let retry = contract.declaration.retry.policy(after: status)
            let bounds = WaitBounds(retry).bounds(number, after: previous)
            previous = wait
            let ordinals = [first.ordinal, second.ordinal]
            let asked = retry.honorsRetryAfter ? requested(by: first) : .zero
            let least = max(bounds.lowerBound, min(asked, retry.retryAfterCap ?? asked))
            if wait < least - .milliseconds(1) {
                let reason = asked > bounds.lowerBound ? "Retry-After asks for" : "its declared minimum is"
                found.append(
                    (
                        "\(second.line) was repeated after \(wait.displayText), and \(reason) \(least.displayText)",
                        ordinals
                    )
                )
            } else if wait > max(bounds.upperBound, asked + bounds.upperBound) + .milliseconds(1) {
                let most = max(bounds.upperBound, asked + bounds.upperBound)
                let text = "\(second.line) was repeated after \(wait.displayText), and its declared maximum is "
                found.append((text + most.displayText, ordinals))
            }
        }
        return found
    }

    /// Returns the wait that the reply to a request asks for; zero without one.
    private static func requested(by request: History.Request) -> Duration {
        guard request.wasAnswered, let status = request.status, RetryAfterWait.isDefined(with: status),
            let seconds = request.replyHeaders["Retry-After"].flatMap({ Int64($0) })
        else { return .zero }
        return .seconds(seconds)
    }
}

extension History {
    /// Whether the client has no valid credentials after the schedule, and may therefore fail.
    func isSignedOut(_ contract: ExploredContract) -> Bool {
        let ends = calls.filter { contract.exploration.signOuts.contains($0.operation) }.map(\.beganAt).max() ?? 0
        let begins = calls.filter { contract.exploration.signIns.contains($0.operation) && $0.outcome.value != nil }
        if ends > 0, ends >= begins.map(\.endedAt).max() ?? 0 { return true }
        // The server has rejected a refresh, or its reply was lost and the refresh token was replaced.
        return requests.contains { request in
            guard contract.isRefresh(request) || contract.isSignIn(request) else { return false }
            let status = request.status ?? 0
            let isRejected = request.wasAnswered && 400..<500 ~= status && ![408, 425, 429].contains(status)
            return isRejected || (request.action.appliesRequest && !request.action.sendsReply)
        }
    }
}
