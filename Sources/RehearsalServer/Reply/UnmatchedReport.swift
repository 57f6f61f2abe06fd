import Rehearsal
import RehearsalHTTP

/// A writer of the problem details document about a request that no endpoint matches (RFC 9457).
///
/// A report keeps its memory between requests, and writes the bytes without a tree of JSON values. Only one event loop
/// uses it.
final class UnmatchedReport {
    /// The endpoints nearest to the request.
    let misses = NearMissReport()
    private let output = ByteWriter()

    /// Calls a closure with a description of each near miss for the journal, such as
    /// `get /a (method is GET, the request has PUT)`.
    func forEachDescription(in compiledScenario: CompiledScenario, _ use: (UnsafeRawBufferPointer) -> Void) {
        for index in 0..<misses.count {
            output.clear()
            appendDescription(index, compiledScenario, isEscaped: false)
            use(output.bytes)
        }
    }

    /// Writes the document about a request, with an endpoint to add to the scenario.
    ///
    /// - Returns: the document.
    func write(
        _ head: RequestHead,
        _ bytes: Span<UInt8>,
        in compiledScenario: CompiledScenario,
    ) -> [UInt8] {
        output.clear()
        output.append(
            """
            {
              "type": "urn:rehearsal:problem:unmatched",
              "title": "No endpoint of the scenario matches this request.",
              "status": 501,
              "detail": "No endpoint matches 
            """
        )
        output.appendEscaped(head.method, of: bytes)
        output.append(" ")
        output.appendEscaped(head.path, of: bytes)
        if misses.count == 0 {
            output.append(": the scenario has no endpoints.\",\n  \"nearest\": []")
        } else {
            output.append(". The nearest is ")
            appendDescription(0, compiledScenario, isEscaped: true)
            output.append(".\",\n  \"nearest\": [")
            for index in 0..<misses.count { append(miss: index, compiledScenario) }
            output.append("\n  ]")
        }
        appendSuggestion(head, bytes)
        output.append("\n}")
        return output.hasUnusualBytes ? JSON.escapingControls(Array(output.bytes)) : Array(output.bytes)
    }

    /// Appends the description of a near miss.
    ///
    /// - Parameter isEscaped: whether it becomes a part of a JSON string.
    private func appendDescription(_ index: Int, _ compiledScenario: CompiledScenario, isEscaped: Bool) {
        appendLabel(index, compiledScenario, isEscaped: isEscaped)
        let differences = misses.differences(index)
        for difference in differences {
            output.append(difference == differences.lowerBound ? " (" : "; ")
            misses.withDifference(difference, isEscaped ? output.appendEscaped : output.append)
        }
        if !differences.isEmpty { output.append(")") }
    }

    private func append(miss index: Int, _ compiledScenario: CompiledScenario) {
        output.append(index == 0 ? "\n    {\n      \"endpoint\": \"" : ",\n    {\n      \"endpoint\": \"")
        appendLabel(index, compiledScenario, isEscaped: true)
        output.append("\",\n      \"differences\": [")
        let differences = misses.differences(index)
        for difference in differences {
            output.append(difference == differences.lowerBound ? "\n        \"" : ",\n        \"")
            misses.withDifference(difference, output.appendEscaped)
            output.append("\"")
        }
        output.append(differences.isEmpty ? "]\n    }" : "\n      ]\n    }")
    }

    /// Appends the label of a near miss. Most labels are the same in a JSON string.
    private func appendLabel(_ index: Int, _ compiledScenario: CompiledScenario, isEscaped: Bool) {
        misses.withLabel(index, of: compiledScenario) { label, isPlain in
            if isPlain || !isEscaped { output.append(label) } else { output.appendEscaped(label) }
        }
    }

    /// Appends the endpoint to add. An endpoint cannot match `OPTIONS *`, because its path begins with a slash.
    private func appendSuggestion(_ head: RequestHead, _ bytes: Span<UInt8>) {
        guard !head.path.isEmpty, bytes[Int(head.path.start)] == UInt8(ascii: "/") else { return }
        output.append(",\n  \"paste\": {\n    \"")
        if let name = head.methodCode.endpointKey {
            output.append(name)
        } else {
            output.append("method\": \"")
            output.appendEscaped(head.method, of: bytes)
            output.append("\",\n    \"path")
        }
        output.append("\": \"")
        PercentEncoding.normalized(bytes.bytes(head.path)).withUnsafeBufferPointer(output.appendEscaped)
        output.append("\",\n    \"replies\": [\n      {\n        \"json\": {}\n      }\n    ]\n  }")
    }
}

extension ByteWriter {
    /// Appends a part of a head as the content of a JSON string.
    fileprivate func appendEscaped(_ part: RequestHead.Slice, of bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { appendEscaped(UnsafeBufferPointer(rebasing: $0[part.range])) }
    }
}

extension MethodCode {
    /// The key of an endpoint with this method in a scenario file; nil for a method that is written as a value.
    fileprivate var endpointKey: StaticString? {
        switch self {
        case .get: "get"
        case .head: "head"
        case .post: "post"
        case .put: "put"
        case .patch: "patch"
        case .delete: "delete"
        case .options: "options"
        case .other: nil
        }
    }
}
