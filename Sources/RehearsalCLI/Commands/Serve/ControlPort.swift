import Rehearsal
import RehearsalControl
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// The control port of `serve`, and the state file through which other commands find it.
struct ControlPort: Sendable {
    private let server: ControlServer
    private let folder: StateFolder
    private let state: StateFile
    /// The error because of which the state file was not written; nil if it was written.
    let stateFileFailure: StateFolder.Failure?

    /// The URL of the control port: `http://127.0.0.1:PORT`.
    var origin: String { server.origin }
    /// The URL of the control room, which contains the token.
    var roomURL: String { ControlRoom.url(server.origin, token: server.token) }
    /// The path of the state file, which has the token; nil if it was not written.
    var path: String? { stateFileFailure == nil ? "\(folder.path)/\(state.name)" : nil }

    /// Opens the control port of a backend and writes the state file.
    ///
    /// - Parameter playing: the settings of sessions that clients create later.
    init(
        for backend: Backend,
        _ scenario: Scenario,
        _ options: ServeOptions,
        playing: Backend.Options,
        _ terminal: Terminal,
    ) throws {
        let folder = StateFolder(terminal.environment)
        var settings = Self.settings(options, playing, seed: scenario.seed)
        settings.har = { backend in
            do {
                return .success(try SessionHAR.bytes(backend, in: folder))
            } catch {
                return .failure(ControlServer.RecordingFailure("\(error)"))
            }
        }
        server = try ControlServer.start(backend, options: settings)
        self.folder = folder
        state = StateFile(
            process: getpid(),
            port: backend.port,
            baseURL: backend.origin,
            control: server.origin,
            token: server.token,
            scenario: scenario.name
        )
        do throws(StateFolder.Failure) {
            try folder.write(state)
            stateFileFailure = nil
        } catch {
            stateFileFailure = error
        }
    }

    /// Returns the settings of the control port.
    ///
    /// - Parameter seed: the seed for later scenarios that declare none.
    static func settings(
        _ options: ServeOptions,
        _ playing: Backend.Options,
        seed: UInt64?,
    ) -> ControlServer.Options {
        var settings = ControlServer.Options()
        settings.port = options.control.port
        settings.token = options.control.token
        settings.version = Program.version
        settings.sessionOptions = playing
        // URLs in replies of a later session have the origin of that session.
        settings.sessionOptions.linkOrigin = nil
        // The HAR contains the first session only.
        settings.sessionOptions.replyBytes = nil
        if options.control.isShared {
            settings.bindScope = .network
            // A web page does not know the token, so the Host field need not be checked.
            settings.acceptedHosts = []
        }
        settings.load = { [reading = options.loadOptions] path in
            var loaded = DocumentLoading.load([path], reading)
            if let seed, loaded.scenario?.seed == nil { loaded.scenario?.seed = seed }
            return loaded
        }
        addCatalogue(to: &settings, options)
        let isStopping = Locked(false)
        settings.onStop = {
            isStopping.withLock { wasStopping in
                // A second SIGTERM would end the process before its output is written.
                if !wasStopping { kill(getpid(), SIGTERM) }
                wasStopping = true
            }
        }
        return settings
    }

    private static func addCatalogue(to settings: inout ControlServer.Options, _ options: ServeOptions) {
        settings.listScenarios = { [path = options.paths.first, reading = options.loadOptions] in
            ControlCatalogue.scenarios(besides: path, reading)
        }
        settings.faultResults = { ControlCatalogue.faultResults }
        if let path = options.missingEndpointsPath {
            settings.saveEndpoint = { endpoint in
                do throws(ScenarioAppender.Failure) {
                    try ScenarioAppender(path).add(endpoint)
                    return nil
                } catch {
                    return error.description
                }
            }
        }
    }

    /// Ends every later session and closes the port; blocks the calling thread until both are done.
    func stop() { Blocking.wait { [server] in await server.stop() } }

    /// Removes the state file, which tells `rehearsal stop` that the server has ended.
    func removeStateFile() { folder.remove(state) }
}
