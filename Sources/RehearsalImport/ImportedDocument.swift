import Rehearsal
import RehearsalDocuments
import RehearsalHTTP
import RehearsalRecordings

/// The files of an imported scenario: the document and its body files.
package struct ImportedDocument: Sendable {
    /// The name. The document is `NAME.jsonc`, and the bodies are in the folder `NAME`.
    package let name: String
    package let text: String
    /// The body files by their paths relative to the document.
    package let bodies: [(path: String, bytes: [UInt8])]
    /// The reason why the document extends a recording that could not be converted; nil in any other case.
    package let extensionReason: String?

    /// The maximum size of an inline text or JSON body in bytes; other bodies may have a quarter of it. Larger bodies
    /// become files, to keep the document readable.
    private static let maximumInlineSize = 2048

    init(_ imported: ImportedScenario) {
        var plan = BodyFilePlan(name: imported.name, scenario: imported.scenario)
        for (index, endpoint) in imported.endpoints.enumerated() {
            for (number, reply) in endpoint.endpoint.replies.enumerated() {
                plan.add(reply, index, number, named: endpoint.bodyFileNames[number])
            }
        }
        let recordings = imported.recordings.map { recording in
            recording.named(FilePath.stem(of: Self.uniquePath("\(recording.name).har", &plan.usedPaths)))
        }
        let document = plan.scenario.document.replacingBodies(plan.files).namingPresets()
        let comments = imported.endpoints.enumerated().map { ($0.offset, $0.element.comments) }
        let layout = DocumentLayout(
            head: imported.comments + recordings.flatMap(\.listing),
            endpoints: Dictionary(uniqueKeysWithValues: comments)
        )
        (name, bodies) = (imported.name, plan.bodies + recordings.flatMap(\.files))
        let extending = { layout.text(of: document.extending(recordings.map { "\($0.name).har" })) }
        guard imported.isOneRecording, let recording = recordings.first else {
            (text, extensionReason) = (extending(), nil)
            return
        }
        do throws(DerivedScenario.DerivationError) {
            (text, extensionReason) = (try recording.derived(below: imported.comments), nil)
        } catch {
            text = extending()
            extensionReason =
                "no scenario can be derived from the recording (\(error.description.printable)): the document extends \(recording.name).har, "
                + "which replays all exchanges; an endpoint that you add is matched first"
        }
    }

    /// The bodies that become files, and the scenario without them.
    private struct BodyFilePlan {
        let name: String
        var scenario: Scenario
        var bodies: [(path: String, bytes: [UInt8])] = []
        var usedPaths: Set<String> = []
        /// The paths of body files by endpoint and reply.
        var files: [Int: [Int: String]] = [:]

        init(name: String, scenario: Scenario) { (self.name, self.scenario) = (name, scenario) }

        /// Moves the body of a reply to a file if it is large or came from a file.
        mutating func add(_ reply: Scenario.Reply, _ index: Int, _ number: Int, named requestedName: String?) {
            guard let content = ImportedDocument.content(of: reply, isNamed: requestedName != nil) else { return }
            let fileName = ImportedDocument.fileName(requestedName, of: reply, index + 1, number + 1)
            let path = ImportedDocument.uniquePath("\(name)/\(fileName)", &usedPaths)
            bodies.append((path, content))
            files[index, default: [:]][number] = path
            // A body file implies a media type by its name, so the type of the body is set explicitly.
            if !reply.headers.contains("Content-Type") {
                scenario.endpoints[index].replies[number].headers.append("Content-Type", reply.body.impliedType)
            }
            scenario.endpoints[index].replies[number].body = .text("")
        }
    }

    /// Returns the bytes of a body that becomes a file; nil for an inline body.
    private static func content(of reply: Scenario.Reply, isNamed: Bool) -> [UInt8]? {
        switch reply.body {
        case .bytes(let bytes, _): isNamed || bytes.count > maximumInlineSize / 4 ? bytes : nil
        // The server does not evaluate templates in body files, so a body with templates must stay inline.
        case .text(let text) where !Template.isTemplate(text):
            isNamed || text.utf8.count > maximumInlineSize ? Array(text.utf8) : nil
        case .json(let json):
            fileContent(json, isNamed: isNamed)
        default: nil
        }
    }

    private static func fileContent(_ json: JSON, isNamed: Bool) -> [UInt8]? {
        let bytes = json.bytes()
        guard isNamed || bytes.count > maximumInlineSize else { return nil }
        return Template.isTemplate(String(decoding: bytes, as: UTF8.self)) ? nil : bytes
    }

    private static func fileName(
        _ requestedName: String?,
        of reply: Scenario.Reply,
        _ endpoint: Int,
        _ number: Int,
    ) -> String {
        if let requestedName { return nonDocumentName(requestedName) }
        let isFirst = number == 1
        let type = MediaType(reply.headers["Content-Type"] ?? reply.body.impliedType ?? "")
        let ending = type.isJSON ? "json" : reply.body.isText ? "txt" : "bin"
        return nonDocumentName("\(endpoint)\(isFirst ? "" : "-\(number)").\(ending)")
    }

    /// Returns a file name that `rehearsal` does not load as a scenario or a recording.
    private static func nonDocumentName(_ name: String) -> String {
        ["json", "jsonc", "har"].contains(FilePath.pathExtension(of: name)) ? name + ".body" : name
    }

    private static func uniquePath(_ path: String, _ usedPaths: inout Set<String>) -> String {
        var candidate = path
        var number = 2
        while !usedPaths.insert(candidate.lowercased()).inserted {
            candidate = FilePath.join(FilePath.folder(of: path), "\(number)-\(FilePath.lastComponent(of: path))")
            number += 1
        }
        return candidate
    }
}

extension Scenario.Body {
    /// The media type that is sent without a `Content-Type` header.
    fileprivate var impliedType: String? {
        switch self {
        case .json: "application/json"
        case .text: "text/plain; charset=utf-8"
        case .bytes(_, let type): type
        default: nil
        }
    }

    fileprivate var isText: Bool {
        switch self {
        case .text: true
        case .bytes(let bytes, _): bytes.text != nil
        default: false
        }
    }
}

extension JSON {
    /// Returns the document with bodies replaced by file references.
    fileprivate func replacingBodies(_ files: [Int: [Int: String]]) -> JSON {
        mappingReplies { index, number, reply in
            guard let path = files[index]?[number] else { return reply }
            return reply.map { $0.name == "text" ? Member("file", .string(path)) : $0 }
        }
    }

    /// Returns the document with `extends` inserted before its endpoints.
    fileprivate func extending(_ paths: [String]) -> JSON {
        guard case .object(var members) = self, let first = paths.first else { return self }
        let value: JSON = paths.count == 1 ? .string(first) : .array(paths.map(JSON.string))
        let position = members.firstIndex { $0.name == "endpoints" } ?? members.count
        members.insert(Member("extends", value), at: position)
        return .object(members)
    }

    /// Returns the document with the name of a preset in place of the faults that the preset consists of.
    fileprivate func namingPresets() -> JSON {
        let presets = [Fault.Preset.malformedResponseChunk, .randomDataThenClose]
        let presetFaults = presets.map { ($0.name, Scenario.Reply(200).with($0).writtenFaults) }
        return mappingReplies { _, _, reply in
            reply.map { member in
                guard member.name == "fault" else { return member }
                let preset = presetFaults.first { $0.1 == member.value }
                return preset.map { Member("fault", .string($0.0)) } ?? member
            }
        }
    }

    private func mappingReplies(_ change: (Int, Int, [Member]) -> [Member]) -> JSON {
        replacing("endpoints") { endpoints in
            endpoints.mappingElements { index, endpoint in
                endpoint.replacing("replies") { replies in
                    replies.mappingElements { number, reply in
                        if case .object(let members) = reply { .object(change(index, number, members)) } else { reply }
                    }
                }
            }
        }
    }
}

extension Scenario.Reply {
    /// The `fault` member as it is written in a document.
    fileprivate var writtenFaults: JSON? {
        let document = Scenario("", endpoints: [.get("/", replies: [self])]).document
        guard case .array(let endpoints)? = document["endpoints"],
            case .array(let replies)? = endpoints.first?["replies"]
        else { return nil }
        return replies.first?["fault"]
    }
}
