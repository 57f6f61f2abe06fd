package import Rehearsal

/// Something to be said about a file that a person wrote: where, what was found, what would be right, what to do next.
package struct Diagnostic: Error, Sendable, Hashable {
    package var severity: Severity
    package var code: Code
    /// The file, as it was named by whoever asked.
    package var path: String
    /// Where in the file; nil for the file as a whole.
    package var position: SourceText.Position?
    /// What was found and what is expected, in one line.
    package var message: String
    /// What would be right, as it stands under the excerpt: `did you mean "replies"?`.
    package var hint: String?
    /// The command to run next.
    package var see: String?
    /// The line that is meant, for people to see.
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

    /// What kind of thing is said, for machines: a word that stays when the message gets better.
    package struct Code: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }
        package init(stringLiteral value: String) { rawValue = value }

        /// The file is not what its format asks for: JSON, UTF-8, not too long.
        package static let syntax: Code = "syntax"
        package static let tooLarge: Code = "too-large"
        package static let unknownKey: Code = "unknown-key"
        package static let duplicateKey: Code = "duplicate-key"
        package static let wrongType: Code = "wrong-type"
        package static let badValue: Code = "bad-value"
        /// A pattern that is broken, or asks for what the engine does not have.
        package static let badPattern: Code = "bad-pattern"
        /// A template that cannot be filled in.
        package static let badTemplate: Code = "bad-template"
        /// A JSONPath that says nothing that can be looked for.
        package static let badPath: Code = "bad-path"
        package static let missingKey: Code = "missing-key"
        /// Two keys of which only one can be there.
        package static let conflict: Code = "conflict"
        package static let missingFile: Code = "missing-file"
        package static let unreadableFile: Code = "unreadable-file"
        package static let outsideRoot: Code = "outside-root"
        package static let cycle: Code = "cycle"
        package static let tooMany: Code = "too-many"
        package static let nothingToPlay: Code = "nothing-to-play"
        /// A fault that is played and that no client can see.
        package static let unseenFault: Code = "unseen-fault"
        /// An endpoint that never has its say.
        package static let shadowed: Code = "shadowed"
        /// Two endpoints that only their order tells apart.
        package static let ambiguous: Code = "ambiguous"
        /// A reply that is never given.
        package static let unreachableReply: Code = "unreachable-reply"
        /// A condition on a state that never is.
        package static let unreachableState: Code = "unreachable-state"
        /// A template that is filled in from a variable which nothing ever sets.
        package static let unsetVariable: Code = "unset-variable"
        /// A variable that is set and that nobody asks for.
        package static let unusedState: Code = "unused-state"
        /// Something in a recording that nobody else should have.
        package static let secret: Code = "secret"
        /// Something that looks like a secret by its form, whatever it is called.
        package static let exposedSecret: Code = "exposed-secret"
        /// A body of a recording in a coding that nobody here can read.
        package static let unseenBody: Code = "unseen-body"
        /// A file that is older than somebody wants it to be.
        package static let oldFile: Code = "old-file"
    }
}

extension Diagnostic {
    /// One line in the format of compilers, which editors and Xcode make clickable: `file:line:column: error: message`.
    package var line: String {
        let place = position.map { "\(path):\($0.line):\($0.column)" } ?? path
        // Any of them may hold what the file holds, which must not steer a terminal.
        return "\(place): \(severity.rawValue): \(message)".printable
    }

    /// The line with what a person needs to act on it: the excerpt, the hint and the next command.
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

    /// The same for machines; what is not known is left out.
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
    /// A hint that asks whether that is meant.
    package static func hint(for name: String, in known: some Sequence<String>) -> String? {
        of(name, in: known).map { "did you mean \($0.quoted)?" }
    }
}
