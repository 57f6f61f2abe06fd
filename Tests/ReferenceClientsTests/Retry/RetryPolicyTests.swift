import Foundation
import TestAdmission
import Testing

@testable import ReferenceClients

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A retry policy", .limitedConcurrency)
struct RetryPolicyTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func sut() -> RetryPolicy {
        var policy = RetryPolicy()
        policy.attempts = 10
        policy.jitter = .none
        return policy
    }

    private func response(_ status: Int = 503, _ headers: HeaderFields = [:]) -> Result<HTTPResponse, any Error> {
        .success(HTTPResponse(status: status, headers: headers))
    }

    private func pause(
        _ policy: RetryPolicy,
        after outcome: Result<HTTPResponse, any Error>,
        attempts: Int = 1,
        pauses: Duration = .zero
    ) -> Duration? {
        policy.pause(after: outcome, spent: .init(attempts: attempts, pauses: pauses), now: now)
    }

    @Test("A pause doubles up to the cap.")
    func backoff() {
        let pauses = (1...7).map { pause(sut(), after: response(), attempts: $0) }
        #expect(pauses == [200, 400, 800, 1_600, 3_200, 5_000, 5_000].map { .milliseconds($0) })
        #expect(pause(sut(), after: response(), attempts: 10) == nil)
    }

    @Test("A large number of attempts does not overflow.")
    func many() {
        var policy = sut()
        policy.attempts = .max
        #expect(pause(policy, after: response(), attempts: 1_000_000) == .seconds(5))
    }

    @Test("Jitter stays between half of the pause and the whole.")
    func jitter() {
        let pauses = (0..<200).map { _ in Jitter.half.spread(.seconds(2)) }
        #expect(pauses.allSatisfy { (.seconds(1)...Duration.seconds(2)).contains($0) })
        #expect(Set(pauses).count > 100)
    }

    @Test("A pause follows Retry-After in seconds and in all three formats of a date.")
    func retryAfter() {
        #expect(pause(sut(), after: response(503, ["Retry-After": "7"])) == .seconds(7))
        let dates = ["Sun, 06 Nov 1994 08:49:40 GMT", "Sunday, 06-Nov-94 08:49:40 GMT", "Sun Nov  6 08:49:40 1994"]
        for date in dates { #expect(pause(sut(), after: response(429, ["Retry-After": date])) == .seconds(3)) }
    }

    @Test("A date is compared with the server's own date.")
    func skew() {
        let headers: HeaderFields = [
            "Retry-After": "Sun, 06 Nov 1994 07:00:05 GMT", "Date": "Sun, 06 Nov 1994 07:00:00 GMT",
        ]
        #expect(pause(sut(), after: response(503, headers)) == .seconds(5))
    }

    @Test(
        "An invalid or past Retry-After is ignored, so that no hot loop occurs.",
        arguments: ["abc", "-5", "1.5", "", "1, 2", "0", "Sun, 06 Nov 1994 08:00:00 GMT"],
    )
    func garbage(_ value: String) {
        #expect(pause(sut(), after: response(503, ["Retry-After": value])) == .milliseconds(200))
    }

    @Test(
        "A Retry-After beyond the client's time limit ends the attempts.",
        arguments: ["61", "86400", "2147483648", "1000000000000000000000000000000", "Fri, 31 Dec 9999 23:59:59 GMT"],
    )
    func absurd(_ value: String) {
        #expect(pause(sut(), after: response(503, ["Retry-After": value])) == nil)
    }

    @Test("The time limit covers all pauses together.")
    func timeLimit() {
        let asked = response(503, ["Retry-After": "10"])
        #expect(pause(sut(), after: asked, attempts: 2, pauses: .seconds(50)) == .seconds(10))
        #expect(pause(sut(), after: asked, attempts: 2, pauses: .seconds(51)) == nil)
    }

    @Test("A lost connection is retried, and a cancellation or a certificate error is not.")
    func failures() {
        let lost: [URLError.Code] = [.networkConnectionLost, .cannotConnectToHost, .timedOut]
        for code in lost {
            #expect(pause(sut(), after: .failure(NetworkError.networkError(URLError(code)))) != nil)
        }
        let never: [any Error] = [
            CancellationError(), NetworkError.invalidResponse,
            NetworkError.networkError(URLError(.serverCertificateUntrusted)),
        ]
        for error in never { #expect(pause(sut(), after: .failure(error)) == nil) }
    }

    @Test("A request is repeatable if its method is idempotent or it has a key.", arguments: HTTPMethod.allCases)
    func repeatable(_ method: HTTPMethod) throws {
        var request = HTTPRequest(method: method, url: try #require(URL(string: "http://localhost/")))
        #expect(request.isRepeatable == ![.post, .patch].contains(method))
        request.headers["idempotency-key"] = "1"
        #expect(request.isRepeatable)
    }
}
