import Rehearsal
import RehearsalPlatform

/// One run of `new`.
struct Beginning: Sendable {
    let name: String
    let requests: [AskedRequest]
    let terminal: Terminal

    func run() -> ExitStatus {
        let path = Self.path(for: name)
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let last = path.split(separator: "/").last.map(String.init) ?? path
        var starter = StarterScenario(name: last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last)
        for request in requests { starter.add(request) }
        starter.hasSchema = FileSystem.isFile("\(folder)/scenario.schema.json")
        do throws(Descriptor.OpenError) {
            let file = try Descriptor.createNew(path)
            defer { file.close() }
            if let incomplete = file.complete(path, with: Array(starter.text.utf8)) {
                return cannot(incomplete.sentence)
            }
        } catch {
            if error.isThere {
                return cannot("\(path) is there already, and is left as it is", hint: "choose another name")
            }
            let isMissing = !FileSystem.isFolder(folder.isEmpty ? "/" : folder)
            return cannot("\(error)", hint: isMissing ? "make its folder first: mkdir -p \(folder)" : nil)
        }
        tellNext(path, starter)
        return .held
    }

    private func tellNext(_ path: String, _ starter: StarterScenario) {
        let method = starter.example.method == "GET" ? "" : "-X \(starter.example.method) "
        terminal.write(
            """
            wrote \(path)

            next:
              rehearsal serve \(path)
              curl -i \(method)'http://127.0.0.1:8080\(starter.example.target)'
              rehearsal lint \(path)
              rehearsal help scenario
            """
        )
    }

    private func cannot(_ problem: String, hint: String? = nil) -> ExitStatus {
        terminal.complain(problem, hint: hint)
        return .couldNot
    }

    static func path(for name: String) -> String {
        if [".jsonc", ".json"].contains(where: name.hasSuffix) { return name }
        if name.contains("/") || !FileSystem.isFolder("Scenarios") { return name + ".jsonc" }
        return "Scenarios/\(name).jsonc"
    }
}
