import Rehearsal
import RehearsalFiles
import RehearsalServer

extension RecordOptions {
    /// Reads `--name=value`, as `rehearsal record` writes every option, and `--name` for those without a value.
    init(words: [String]) throws(Wrong) {
        let given = try Words(words)
        guard let upstream = given["upstream"] else {
            throw Wrong(
                "--upstream is missing: the real backend, whose replies are recorded",
                hint: "for example: rehearsal record --upstream https://api.example.com --into Recordings/api"
            )
        }
        do throws(Upstream.Malformed) { self.upstream = try Upstream(upstream) } catch {
            throw Wrong(error.message, hint: error.hint)
        }
        path = given["into"].map { RecordingWriter.file(for: $0) }
        mode = try given.choice("mode", Mode.self) ?? .once
        onMiss = try given.choice("on-miss", Miss.self)
        scenario = try given.choice("scenario", DerivedFile.Wish.self) ?? .keep
        if let text = given["port"] {
            guard let number = Int(text), 0...65_535 ~= number else {
                throw Wrong("--port takes a whole number 0 to 65535, found \(text.quoted)")
            }
            port = number
        }
        if let text = given["timeout"] {
            guard let span = ScenarioFiles.duration(text), span >= .milliseconds(1) else {
                throw Wrong("--timeout takes a duration such as 500ms, 30s or 2m, found \(text.quoted)")
            }
            timeout = span
        }
        if let address = given["listen"] { reach = try Self.reach(of: address) }
        (isExact, isJSON) = (given.has("exact"), given.has("json"))
        do throws(RedactionRule.Malformed) {
            for text in given.all("redact") { taking.append(try RedactionRule(text)) }
            for text in given.all("keep") { keeping.append(try RedactionRule(text)) }
        } catch {
            throw Wrong(error.description, hint: "see: rehearsal lint --explain redaction")
        }
    }

    private static func reach(of address: String) throws(Wrong) -> Backend.Reach {
        switch address {
        case "127.0.0.1", "::1", "localhost": return .loopback
        case "0.0.0.0", "::", "*": return .network
        default:
            throw Wrong(
                "--listen takes 127.0.0.1 or 0.0.0.0, found \(address.quoted)",
                hint: "127.0.0.1 is for programs on this machine, 0.0.0.0 for every device of its networks"
            )
        }
    }

    /// Options by their names.
    private struct Words {
        private var values: [String: [String]] = [:]
        private static let known: Set<String> = [
            "upstream", "into", "mode", "on-miss", "port", "listen", "timeout", "exact", "json",
            "redact", "keep", "scenario",
        ]

        init(_ words: [String]) throws(Wrong) {
            for word in words {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts[0].dropFirst(2))
                guard word.hasPrefix("--"), Self.known.contains(name) else {
                    throw Wrong(
                        "unknown word \(word.quoted)",
                        hint: "rehearsal record takes the words, and starts this program"
                    )
                }
                values[name, default: []].append(parts.count > 1 ? String(parts[1]) : "")
            }
        }

        subscript(name: String) -> String? { values[name]?.last }
        func all(_ name: String) -> [String] { values[name] ?? [] }
        func has(_ name: String) -> Bool { values[name] != nil }

        func choice<Choice: RawRepresentable & CaseIterable>(
            _ name: String,
            _ type: Choice.Type
        ) throws(Wrong) -> Choice? where Choice.RawValue == String {
            guard let text = self[name] else { return nil }
            if let choice = Choice(rawValue: text) { return choice }
            let names = Choice.allCases.map(\.rawValue)
            let nearest = NearestName.of(text, in: names).map { "did you mean \($0)?" }
            throw Wrong("--\(name) takes \(names.joined(separator: ", ")), found \(text.quoted)", hint: nearest)
        }
    }
}
