import Foundation
import RehearsalServer
import Testing

/// A line of `requests.tsv`: bytes that a client sends, with the expected outcome.
struct CorpusCase: Sendable, CustomTestStringConvertible {
    let name: String
    let leniency: Backend.Leniency
    /// The statuses of the replies, in order; nil for a request without a reply.
    let statuses: [Int?]
    /// The decision on the last request.
    let decision: String
    /// The sections that the last request violates, in order.
    let sections: [String]
    let bytes: [UInt8]

    var testDescription: String { name }
    var isRefused: Bool { decision == "refused" && statuses.last.flatMap(\.self) != nil }

    /// All cases of the file; empty if the file cannot be read, which a test reports.
    static let all: [CorpusCase] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "requests.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { CorpusCase(String($0)) }
    }()

    private init?(_ line: String) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6 else { return nil }
        name = parts[0]
        leniency = Self.leniency(parts[1])
        statuses = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        decision = parts[3]
        sections = parts[4] == "-" ? [] : parts[4].split(separator: ";").map(String.init)
        bytes = Self.bytes(Array(parts[5].utf8))
    }

    private static func leniency(_ text: String) -> Backend.Leniency {
        if text == "all" { return .all }
        return text.split(separator: ",").reduce(into: []) { result, name in
            if let rule = Backend.Leniency.named.first(where: { $0.name == name }) { result.insert(rule.rule) }
        }
    }

    private static func bytes(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch kind {
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "x"):
                result.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            case UInt8(ascii: "("):
                let end = rest.firstIndex(of: UInt8(ascii: ")")) ?? rest.endIndex
                let count = Int(String(decoding: rest[..<end].dropFirst(2), as: UTF8.self)) ?? 0
                result += Array(repeating: rest.first ?? 0, count: count)
                rest = rest[end...].dropFirst()
            default: result.append(kind)
            }
        }
        return result
    }
}
