package import Rehearsal

/// An answer as it came off the wire, whole.
package struct WireReply: Sendable {
    package var status: Int
    package var headers: Scenario.Headers
    package var body: [UInt8]

    package init(_ status: Int, headers: Scenario.Headers = [:], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    package var isSuccess: Bool { 200..<300 ~= status }
}
