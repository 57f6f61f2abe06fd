package import Rehearsal
package import RehearsalDocuments

/// What a scenario does not say as the imported file does: where it stands there, what it is, what was done instead.
package struct ImportNote: Sendable, Hashable {
    package var weight: Weight
    /// The file, as it was named by whoever asked.
    package var path: String
    /// Where in the file; nil for the file as a whole.
    package var position: SourceText.Position?
    /// The way to it from the root of the file: `mappings[0].request.url`; empty for the root.
    package var member: String
    /// What is there, and why it is not said as it is.
    package var problem: String
    /// What was done instead of it.
    package var instead: String

    package enum Weight: String, Sendable, Hashable, CaseIterable {
        /// What holds it was imported, and differs in this.
        case difference
        /// What holds it was left out, because it would answer what it should not, or not at all.
        case refusal
    }

    package init(
        _ weight: Weight,
        path: String,
        position: SourceText.Position? = nil,
        member: String = "",
        _ problem: String,
        instead: String,
    ) {
        (self.weight, self.path, self.position, self.member) = (weight, path, position, member)
        (self.problem, self.instead) = (problem, instead)
    }

    /// One line in the format of compilers: `file:line:column: difference: mappings[0].request.url: …; …`.
    package var line: String {
        let place = position.map { "\(path):\($0.line):\($0.column)" } ?? path
        return "\(place): \(text)".printable
    }

    /// The line without its place.
    package var text: String {
        "\(weight.rawValue): \(member.isEmpty ? "" : "\(member): ")\(problem); \(instead)".printable
    }

    /// The same for machines.
    package var json: JSON {
        var members: [JSON.Member] = [.init("weight", .string(weight.rawValue)), .init("path", .string(path))]
        if let position {
            members.append(.init("line", JSON(integerLiteral: position.line)))
            members.append(.init("column", JSON(integerLiteral: position.column)))
        }
        members.append(.init("member", .string(member)))
        members.append(.init("problem", .string(problem)))
        members.append(.init("instead", .string(instead)))
        return .object(members)
    }
}
