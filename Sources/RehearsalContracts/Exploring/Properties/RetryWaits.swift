import Rehearsal

/// The waits before retries: PROP-08.
struct RetryWaits {
    static let property = Property(
        "PROP-08",
        "Each wait before a retry is within its declared bounds, and not shorter than Retry-After.",
        source: "RFC 9110 §10.2.3",
        notApplicable: {
            $0.declaration.features.clockInjection ? nil : "the client does not use the clock of the harness"
        },
    ) { history, contract in
        history.steps.indices.filter { history.concurrency(of: $0) == 1 }.flatMap { step in
            RetryWaits(history: history, contract: contract, step: step).violations
        }
    }

    let history: History
    let contract: ExploredContract
    /// The index of the step.
    let step: Int

    private var violations: [Property.Violation] {
        let requests = history.requests(of: step).filter {
            !contract.isAuthentication($0) && !contract.isInBackground($0)
        }
        var (number, previous) = (0, Duration?.none)
        return zip(requests, requests.dropFirst()).compactMap { first, second in
            guard first.isSameRequest(as: second), contract.key(of: first) == contract.key(of: second),
                !first.hasSucceeded
            else {
                (number, previous) = (0, nil)
                return nil
            }
            // After a refresh, a request is sent again without a wait.
            if first.status == 401, first.wasAnswered { return nil }
            number += 1
            let wait = history.waits.filter { first.at <= $0.at && $0.at <= second.at }
                .reduce(Duration.zero) { $0 + $1.duration }
            let retry = contract.declaration.retry.policy(after: first.wasAnswered ? first.status : nil)
            let bounds = WaitBounds(retry).bounds(number, after: previous)
            previous = wait
            guard let reason = reason(against: wait, after: first, by: retry, within: bounds) else { return nil }
            return Property.Violation(
                "\(second.line) was repeated after \(wait.displayText), and \(reason)",
                step: step,
                requests: [first.ordinal, second.ordinal]
            )
        }
    }

    /// Returns the bound that a wait violates, as a part of a sentence; nil if it is within the bounds.
    private func reason(
        against wait: Duration,
        after request: History.Request,
        by retry: DeclaredRetry,
        within bounds: ClosedRange<Duration>,
    ) -> String? {
        let asked = retry.honorsRetryAfter ? requestedWait(by: request) : .zero
        let least = max(bounds.lowerBound, min(asked, retry.retryAfterCap ?? asked))
        let most = max(bounds.upperBound, asked + bounds.upperBound)
        if wait < least - .milliseconds(1) {
            let source = asked > bounds.lowerBound ? "Retry-After asks for" : "its declared minimum is"
            return "\(source) \(least.displayText)"
        }
        return wait > most + .milliseconds(1) ? "its declared maximum is \(most.displayText)" : nil
    }

    /// Returns the wait that the reply to a request asks for; zero without one.
    private func requestedWait(by request: History.Request) -> Duration {
        guard request.wasAnswered, let status = request.status, RetryAfterWait.isDefined(with: status),
            let seconds = request.replyHeaders["Retry-After"].flatMap({ Int64($0) })
        else { return .zero }
        return .seconds(seconds)
    }
}
