import Rehearsal

/// The rule on failed TLS handshakes, TRN-12.
///
/// The server has no certificate. It answers the first message of the handshake with bytes that end every handshake.
enum Handshakes {
    static let rule = Rule(
        "TRN-12",
        profile: .extended,
        "A failed TLS handshake is a transport error (tls), and no request is sent without TLS instead.",
        source: "RFC 9110 §4.2.2, §4.3.4; RFC 8446 §6.2",
        dependsOn: ["TRN-02"]
    ) { call in
        guard call.features.tls else {
            throw NotApplicableError("the client does not declare that it supports https (tls)")
        }
        let attempts = call.attemptsAfterLoss
        try call.requireTime(for: attempts)
        let plain = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
        let states: [(String, Scenario.Network.State)] = [
            ("alert", .bytes(handshakeFailure)), ("plaintext", .bytes(plain)), ("fin", .closing), ("rst", .resetting),
        ]
        return states.map { name, state in
            var exercise = call.testCase([call.recordedReply], attempts: attempts)
            exercise.scenario.network = [Scenario.Network(state, on: .clientHello)]
            exercise.usesTLS = true
            return Rule.Draft(name, exercise) { exam in
                exam.expectTransportError(.handshake)
                let count = exam.evidence.entries.count
                if count > 0 { exam.fail("expected no request without TLS, saw \(count)") }
            }
        }
    }

    /// A fatal alert, `handshake_failure` (RFC 8446 §6).
    private static let handshakeFailure: [UInt8] = [0x15, 3, 3, 0, 2, 2, 40]
}
