import Rehearsal
import RehearsalPlatform

/// The contents of a server's state file, in which commands of the same user find the server's URLs and its token.
struct StateFile: Sendable, Hashable {
    var process: Int32
    var port: Int
    var baseURL: String
    /// The URL of the control port.
    var control: String
    var token: String
    /// The scenario with which the server started.
    var scenario: String

    /// The name of the file: `8080.json`.
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

    /// Parses the JSON of a state file; returns nil if a required member is missing.
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

/// The folder with the state files of this user's running servers.
struct StateFolder: Sendable {
    let folder: PrivateFolder

    var path: String { folder.path }

    private static let sizeLimit = 64 << 10

    /// Creates a value for the folder `$TMPDIR/rehearsal-UID`, named after the user because users may share a `TMPDIR`.
    init(_ environment: Environment) {
        let variable = environment["TMPDIR"] ?? ""
        let parent = variable.isEmpty ? "/tmp" : variable
        self.init(PrivateFolder("rehearsal", in: parent))
    }

    init(_ folder: PrivateFolder) { self.folder = folder }

    /// An error that prevents the use of the folder.
    struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        let description: String
        let hint: String?
    }

    /// Returns the state files of all running servers, sorted by port. Removes the files of servers that have ended.
    func states() throws(Failure) -> [StateFile] {
        do throws(PrivateFolder.Failure) {
            try folder.check()
        } catch {
            if error == .missing { return [] }
            throw explanation(error)
        }
        return FileSystem.names(in: path).compactMap(stateOfRunningServer).sorted { $0.port < $1.port }
    }

    private func stateOfRunningServer(_ name: String) -> StateFile? {
        guard name.hasSuffix(".json"), let bytes = try? FileSystem.read("\(path)/\(name)", limit: Self.sizeLimit),
            let json = try? JSON(parsing: bytes), let state = StateFile(json), state.name == name
        else { return nil }
        if PrivateFolder.isAlive(state.process) { return state }
        folder.remove(name)
        return nil
    }

    func write(_ state: StateFile) throws(Failure) {
        do throws(PrivateFolder.Failure) {
            try folder.write(state.name, String(decoding: state.json.bytes(), as: UTF8.self) + "\n")
        } catch {
            throw explanation(error)
        }
    }

    /// Returns whether the state file of a server exists and has these contents.
    func contains(_ state: StateFile) -> Bool {
        guard let bytes = try? FileSystem.read("\(path)/\(state.name)", limit: Self.sizeLimit) else { return false }
        return (try? JSON(parsing: bytes)).flatMap(StateFile.init) == state
    }

    /// Removes the state file of a server, unless another server has replaced it.
    func remove(_ state: StateFile) {
        if contains(state) { folder.remove(state.name) }
    }

    /// Creates the log file of a server that is about to start. Returns its absolute path and an open descriptor.
    func log() throws(Failure) -> (path: String, descriptor: Descriptor) {
        do throws(PrivateFolder.Failure) {
            let (path, descriptor) = try folder.temporaryFile(".log")
            return (FileSystem.realPath(path) ?? path, descriptor)
        } catch {
            throw explanation(error)
        }
    }

    private func explanation(_ failure: PrivateFolder.Failure) -> Failure {
        let alternative = "or use another folder: export TMPDIR=DIR"
        return switch failure {
        case .missing: Failure(description: "the parent folder of \(path) does not exist", hint: "correct TMPDIR")
        case .notAFolder: Failure(description: "\(path) is not a folder", hint: "remove it, \(alternative)")
        case .otherOwner:
            Failure(description: "\(path) belongs to another user", hint: "use another folder: export TMPDIR=DIR")
        case .accessibleToOthers(let mode):
            Failure(
                description: "\(path) contains tokens and is accessible to other users (\(mode))",
                hint: "chmod 700 \(path), \(alternative)"
            )
        case .system(let reason):
            Failure(description: "cannot use \(path): \(reason)", hint: "correct TMPDIR")
        }
    }
}
