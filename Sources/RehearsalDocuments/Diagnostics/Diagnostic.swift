package import Rehearsal

/// An error, warning or note about a file: the position, the problem, the expected form and the next command.
package struct Diagnostic: Error, Sendable, Hashable {
    package var severity: Severity
    package var code: Code
    /// The path of the file, as the caller named it.
    package var path: String
    /// The position in the file; nil for the file as a whole.
    package var position: SourceText.Position?
    /// The problem, and the expected form, in one line.
    package var message: String
    /// The proposed correction, shown below the excerpt: `did you mean "replies"?`.
    package var hint: String?
    /// The command to run next.
    package var see: String?
    /// The line at the position, for display.
    package var excerpt: SourceText.Excerpt?

    package enum Severity: String, Sendable, Hashable, CaseIterable {
        case error, warning, note
    }

    package init(
        _ severity: Severity,
        _ code: Code,
        path: String,
        message: String,
        hint: String? = nil,
        see: String? = nil,
    ) {
        self.severity = severity
        self.code = code
        self.path = path
        self.message = message
        self.hint = hint
        self.see = see
    }

    /// The kind of a diagnostic, for programs: it does not change when a message is reworded.
    package struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
        package init(stringLiteral value: String) { rawValue = value }

        /// The file is not valid UTF-8 or JSON, or has another format than expected.
        package static let syntax: Code = "syntax"
        package static let tooLarge: Code = "too-large"
        package static let unknownKey: Code = "unknown-key"
        package static let duplicateKey: Code = "duplicate-key"
        package static let wrongType: Code = "wrong-type"
        package static let badValue: Code = "bad-value"
        /// A pattern that is not valid, or that needs an unsupported feature.
        package static let badPattern: Code = "bad-pattern"
        /// A template that is not valid or cannot be evaluated.
        package static let badTemplate: Code = "bad-template"
        /// A JSONPath that is not valid.
        package static let badPath: Code = "bad-path"
        package static let missingKey: Code = "missing-key"
        /// Two keys that exclude each other.
        package static let conflict: Code = "conflict"
        package static let missingFile: Code = "missing-file"
        package static let unreadableFile: Code = "unreadable-file"
        package static let outsideRoot: Code = "outside-root"
        package static let cycle: Code = "cycle"
        package static let tooMany: Code = "too-many"
        /// A reference of an OpenAPI document that leads nowhere.
        package static let brokenReference: Code = "broken-reference"
        /// A part of an OpenAPI document that has no effect.
        package static let unsupported: Code = "unsupported"
        /// A part of a Swagger 2.0 document without an equivalent.
        package static let conversionLoss: Code = "conversion-loss"
        /// A reply that the API document of the scenario does not allow.
        package static let contractViolation: Code = "contract"
        /// An endpoint that the API document of the scenario does not have.
        package static let unknownOperation: Code = "unknown-operation"
        /// Operations of the API document without an endpoint.
        package static let unansweredOperations: Code = "unanswered-operations"
        package static let nothingToPlay: Code = "nothing-to-play"
        /// A valid fault without an effect that a client can observe.
        package static let unobservableFault: Code = "unseen-fault"
        /// An endpoint that never answers, because earlier endpoints match all its requests.
        package static let shadowed: Code = "shadowed"
        /// Two endpoints that can match the same request, so that only their order decides which one answers.
        package static let ambiguous: Code = "ambiguous"
        /// A reply that is never sent.
        package static let unreachableReply: Code = "unreachable-reply"
        /// A condition on a state that never occurs.
        package static let unreachableState: Code = "unreachable-state"
        /// A template that uses a variable which is never set.
        package static let unsetVariable: Code = "unset-variable"
        /// A variable that is set but never used.
        package static let unusedState: Code = "unused-state"
        /// A secret in a recording.
        package static let secret: Code = "secret"
        /// A text that has the form of a secret.
        package static let exposedSecret: Code = "exposed-secret"
        /// A body of a recording in a content coding that is not supported.
        package static let unsupportedCoding: Code = "unseen-body"
        /// A file that is older than the permitted age.
        package static let outdatedFile: Code = "old-file"
    }
}

extension Diagnostic {
    /// The diagnostic in the format of compilers, which editors and Xcode link: `file:line:column: error: message`.
    package var line: String {
        let location = position.map { "\(path):\($0.line):\($0.column)" } ?? path
        // Each part may quote the file, whose control characters must not reach a terminal.
        return "\(location): \(severity.rawValue): \(message)".printable
    }

    /// The line followed by the excerpt, the hint and the next command; absent parts are omitted.
    package var text: String {
        var lines = [line]
        if let position, let excerpt {
            let number = String(position.line)
            let gutter = String(repeating: " ", count: max(0, 6 - number.count))
            let blank = String(repeating: " ", count: gutter.count + number.count)
            let indent = String(repeating: " ", count: excerpt.column - 1)
            let underline = "^" + String(repeating: "~", count: max(0, excerpt.length - 1))
            lines.append("\(gutter)\(number) | \(excerpt.text)")
            lines.append("\(blank) | \(indent)\(underline)" + (hint.map { " \($0.printable)" } ?? ""))
        } else if let hint {
            lines.append("  \(hint.printable)")
        }
        if let see { lines.append("  see: \(see)") }
        return lines.joined(separator: "\n")
    }

    /// The diagnostic as a JSON object; absent values are omitted.
    package var json: JSON {
        var members: [JSON.Member] = [
            JSON.Member("severity", .string(severity.rawValue)),
            JSON.Member("code", .string(code.rawValue)),
            JSON.Member("path", .string(path)),
        ]
        if let position {
            members.append(JSON.Member("line", JSON(integerLiteral: position.line)))
            members.append(JSON.Member("column", JSON(integerLiteral: position.column)))
            members.append(JSON.Member("length", JSON(integerLiteral: position.length)))
        }
        members.append(JSON.Member("message", .string(message)))
        if let hint { members.append(JSON.Member("hint", .string(hint))) }
        if let see { members.append(JSON.Member("see", .string(see))) }
        return .object(members)
    }
}

extension NearestName {
    /// Returns the hint `did you mean …?` with the nearest known name; nil if none is near.
    package static func hint(for name: String, in known: some Sequence<String>) -> String? {
        of(name, in: known).map { "did you mean \($0.quoted)?" }
    }
}
