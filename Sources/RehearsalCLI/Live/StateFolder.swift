import Rehearsal
import RehearsalPlatform

/// What a running server tells the commands of its user: where it is, and by which word it knows them.
struct StateFile: Sendable, Hashable {
    var process: Int32
    var port: Int
    var baseURL: String
    /// The URL of the control port.
    var control: String
    var token: String
    /// What it began to play.
    var scenario: String

    /// `8080.json`.
    var name: String { Self.name(port) }

    static func name(_ port: Int) -> String { "\(port).json" }

    var json: JSON {
        [
            "pid": JSON(integerLiteral: Int(process)),
            "port": JSON(integerLiteral: port),
            "baseURL": .string(baseURL),
            "control": .string(control),
            "token": .string(token),
            "scenario": .string(scenario),
        ]
    }

    init(process: Int32, port: Int, baseURL: String, control: String, token: String, scenario: String) {
        (self.process, self.port, self.baseURL) = (process, port, baseURL)
        (self.control, self.token, self.scenario) = (control, token, scenario)
    }

    /// Nil if it is none.
    init?(_ json: JSON) {
        guard let pid = json.integer("pid"), let process = Int32(exactly: pid), process > 0,
            let port = json.integer("port"), let control = json.text("control"), let token = json.text("token")
        else { return nil }
        self.init(
            process: process,
            port: port,
            baseURL: json.text("baseURL") ?? "",
            control: control,
            token: token,
            scenario: json.text("scenario") ?? ""
        )
    }
}

/// Where running servers of this user are found: a small file for each, which only its owner can read.
struct StateFolder: Sendable {
    let folder: OwnedFolder

    var path: String { folder.path }

    private static let mostBytes = 64 << 10

    /// `$TMPDIR/rehearsal-UID`: several users may have one `TMPDIR`, such as `/tmp`.
    init(_ environment: Environment) {
        let named = environment["TMPDIR"] ?? ""
        let parent = named.isEmpty ? "/tmp" : named
        self.init(OwnedFolder("rehearsal", in: parent))
    }

    init(_ folder: OwnedFolder) { self.folder = folder }

    /// Why it is not used, and what to do about it.
    struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        let description: String
        let hint: String?
    }

    /// Every server that runs, by its port; what those left behind that are gone is removed.
    func states() throws(Failure) -> [StateFile] {
        do throws(OwnedFolder.Failure) {
            try folder.check()
        } catch {
            if error == .missing { return [] }
            throw explained(error)
        }
        return FileSystem.names(in: path).compactMap(running).sorted { $0.port < $1.port }
    }

    private func running(_ name: String) -> StateFile? {
        guard name.hasSuffix(".json"), let bytes = try? FileSystem.read("\(path)/\(name)", limit: Self.mostBytes),
            let json = try? JSON(parsing: bytes), let state = StateFile(json), state.name == name
        else { return nil }
        if OwnedFolder.isAlive(state.process) { return state }
        folder.remove(name)
        return nil
    }

    func write(_ state: StateFile) throws(Failure) {
        do throws(OwnedFolder.Failure) {
            try folder.write(state.name, String(decoding: state.json.bytes(), as: UTF8.self) + "\n")
        } catch {
            throw explained(error)
        }
    }

    /// Whether it is there and is still the one of that server.
    func holds(_ state: StateFile) -> Bool {
        guard let bytes = try? FileSystem.read("\(path)/\(state.name)", limit: Self.mostBytes) else { return false }
        return (try? JSON(parsing: bytes)).flatMap(StateFile.init) == state
    }

    /// Removes it, unless another server has taken its place.
    func remove(_ state: StateFile) {
        if holds(state) { folder.remove(state.name) }
    }

    /// A new file for what a server says that is starting, absolute, as its folder may be another's.
    func log() throws(Failure) -> (path: String, descriptor: Descriptor) {
        do throws(OwnedFolder.Failure) {
            let (path, descriptor) = try folder.draft(".log")
            return (FileSystem.realPath(path) ?? path, descriptor)
        } catch {
            throw explained(error)
        }
    }

    private func explained(_ failure: OwnedFolder.Failure) -> Failure {
        let elsewhere = "or use another: export TMPDIR=DIR"
        return switch failure {
        case .missing: Failure(description: "there is no folder to keep \(path) in", hint: "correct TMPDIR")
        case .isNoFolder: Failure(description: "\(path) is no folder", hint: "remove it, \(elsewhere)")
        case .isForeign:
            Failure(description: "\(path) belongs to another user", hint: "use another: export TMPDIR=DIR")
        case .isOpen(let mode):
            Failure(
                description: "\(path) is open to others (\(mode)), and tokens are kept in it",
                hint: "chmod 700 \(path), \(elsewhere)"
            )
        case .system(let reason):
            Failure(description: "cannot use \(path): \(reason)", hint: "correct TMPDIR")
        }
    }
}
