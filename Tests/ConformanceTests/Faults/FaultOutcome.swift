import Foundation
import Rehearsal
import RehearsalTestSupport

/// The outcome of one client in one case of a fault.
struct FaultOutcome: Sendable, CustomStringConvertible {
    /// The report on each request.
    var reports: [Report] = []
    /// The end of the client's process.
    var end = BoundedRun.Termination.exited(0)
    /// Requests and connections in the journal.
    var requests = 0
    var connections = 0

    /// The report of a client on one request.
    enum Report: Sendable, Hashable, CustomStringConvertible {
        case reply(status: Int, bytes: Int)
        /// The client's own name of the error: `-1005`, `ReadTimeout`.
        case error(String)

        var description: String {
            switch self {
            case .reply(let status, let bytes): "\(status), \(bytes) B"
            case .error(let name): "`\(name)`"
            }
        }
    }

    /// The notation of the table: `200, 11 B (1/1)`.
    var description: String {
        var parts = reports.map(\.description)
        switch end {
        case .exited: if reports.isEmpty { parts.append("nothing") }
        case .crashed(let signal): parts.append("**crash** (signal \(signal))")
        case .hung: parts.append("**hang**")
        }
        return parts.joined(separator: "; ") + " (\(requests)/\(connections))"
    }

    /// Parses the output of a client, one line per request.
    static func reports(of client: FaultClient, in output: String) -> [Report] {
        output.split(separator: "\n").compactMap { line in
            client == .curl ? curlReport(line) : report(line)
        }
    }

    /// `200 11 0`: the status, the bytes, the exit code.
    private static func curlReport(_ line: Substring) -> Report? {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        return numbers[2] == 0 ? .reply(status: numbers[0], bytes: numbers[1]) : .error("\(numbers[2])")
    }

    private static func report(_ line: Substring) -> Report? {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            return nil
        }
        if let status = object["status"] as? Int { return .reply(status: status, bytes: object["bytes"] as? Int ?? 0) }
        if let name = object["error"] as? String { return .error(name) }
        guard let code = object["code"] as? Int, let domain = object["domain"] as? String else { return nil }
        return .error(domain == "URLError" ? "\(code)" : "\(domain) \(code)")
    }
}
