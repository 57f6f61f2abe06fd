package import Rehearsal
package import RehearsalDocuments

/// A note on a feature of an imported file that a scenario cannot reproduce exactly.
package struct ImportNote: Sendable, Hashable {
    package var severity: Severity
    /// The path of the file as the user wrote it.
    package var path: String
    /// The position in the file; nil for the whole file.
    package var position: SourceText.Position?
    /// The path of the member, such as `mappings[0].request.url`; empty for the root.
    package var member: String
    /// The feature that a scenario cannot reproduce exactly, and the reason.
    package var problem: String
    /// The consequence for the scenario, such as `it is left out`.
    package var consequence: String

    package enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The part was imported with this difference.
        case difference
        /// The part was not imported. Without the feature it would match the wrong requests or send a wrong reply.
        case refusal
    }

    package init(
        _ severity: Severity,
        path: String,
        position: SourceText.Position? = nil,
        member: String = "",
        _ problem: String,
        consequence: String,
    ) {
        (self.severity, self.path, self.position, self.member) = (severity, path, position, member)
        (self.problem, self.consequence) = (problem, consequence)
    }

    /// The note as one line in compiler format: `file:line:column: difference: mappings[0].request.url: …; …`.
    package var line: String {
        let location = position.map { "\(path):\($0.line):\($0.column)" } ?? path
        return "\(location): \(text)".printable
    }

    /// The note without its location.
    package var text: String {
        "\(severity.rawValue): \(member.isEmpty ? "" : "\(member): ")\(problem); \(consequence)".printable
    }

    /// The note as JSON.
    package var json: JSON {
        var members: [JSON.Member] = [.init("weight", .string(severity.rawValue)), .init("path", .string(path))]
        if let position {
            members.append(.init("line", JSON(integerLiteral: position.line)))
            members.append(.init("column", JSON(integerLiteral: position.column)))
        }
        members.append(.init("member", .string(member)))
        members.append(.init("problem", .string(problem)))
        members.append(.init("instead", .string(consequence)))
        return .object(members)
    }
}
