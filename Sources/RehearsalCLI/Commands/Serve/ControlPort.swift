import Rehearsal
import RehearsalControl
import RehearsalDocuments
import RehearsalPlatform
import RehearsalServer

/// The control port of a `serve`, and the file by which the other commands find it.
struct ControlPort: Sendable {
    private let server: ControlServer
    private let folder: StateFolder
    private let state: StateFile
    /// Why there is no file; nil if there is one.
    let unwritten: StateFolder.Failure?

    /// `http://127.0.0.1:PORT`.
    var origin: String { server.origin }
    /// Where its token is to be found; nil if it is nowhere but in the environment it came from.
    var path: String? { unwritten == nil ? "\(folder.path)/\(state.name)" : nil }

    /// Opens it beside the backend that it is to control.
    ///
    /// - Parameter playing: how the sessions run that are made later.
    init(
        for backend: Backend,
        _ scenario: Scenario,
        _ options: ServeOptions,
        playing: Backend.Options,
        _ terminal: Terminal,
    ) throws {
        server = try ControlServer.start(backend, options: Self.settings(options, playing, seed: scenario.seed))
        folder = StateFolder(terminal.environment)
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
            unwritten = nil
        } catch {
            unwritten = error
        }
    }

    /// What the options come to for the control port.
    ///
    /// - Parameter seed: of scenarios that have none of their own.
    static func settings(
        _ options: ServeOptions,
        _ playing: Backend.Options,
        seed: UInt64?,
    ) -> ControlServer.Options {
        var settings = ControlServer.Options()
        settings.port = options.control.port
        settings.token = options.control.token
        settings.version = Program.version
        settings.playing = playing
        // Links in what they answer lead to themselves.
        settings.playing.linkOrigin = nil
        // The HAR is of the session that it begins with.
        settings.playing.replyBytes = nil
        if options.control.isShared {
            settings.reach = .network
            // Whoever knows the token may call it by any name: no page does.
            settings.hosts = []
        }
        settings.load = { [reading = options.reading] path in
            var loaded = Documents.load([path], reading)
            if let seed, loaded.scenario?.seed == nil { loaded.scenario?.seed = seed }
            return loaded
        }
        let isStopping = Locked(false)
        settings.onStop = {
            isStopping.withLock { wasStopping in
                // Once: a second signal would end the process before everything is written.
                if !wasStopping { kill(getpid(), SIGTERM) }
                wasStopping = true
            }
        }
        return settings
    }

    /// Ends every session that was made, and returns when nobody is listened to any more; for a thread that may block.
    func stop() { Blocking.wait { [server] in await server.stop() } }

    /// Tells those who wait for the end that it has come.
    func forget() { folder.remove(state) }
}
