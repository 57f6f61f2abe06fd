import Rehearsal
import RehearsalFiles
import RehearsalServer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One run of `record`, from its options to its last line.
struct RecordSession: Sendable {
    let options: RecordOptions
    let course: Course
    let console: Console
    /// The recording that is there, if it is to answer.
    private let known: ScenarioFiles.Loaded?

    init(_ options: RecordOptions, _ console: Console) throws(RecordOptions.Wrong) {
        (self.options, self.console) = (options, console)
        if let path = options.path { RecordingWriter.recover(path) }
        let path = options.path.flatMap { FileSystem.isFile($0) ? $0 : nil }
        // One that is made anew need not be one that can be read.
        known =
            options.mode == .rewrite
            ? nil
            : path.map { path in
                ScenarioFiles.load([path], options: ScenarioFiles.Options(isExact: options.isExact))
            }
        // Where nothing came the last time, there is nothing that could be replayed.
        let isEmpty = known?.scenario?.endpoints.isEmpty ?? false
        course = try Course(options, isThere: path != nil && !isEmpty)
    }

    /// Why it could not be done.
    struct Failure: Error {
        let message: String
        var hint: String?
        /// Whether it is a document that is wrong, whose diagnostics have been shown.
        var isDocument = false
    }

    func run() -> Ending {
        let signals = StopSignals()
        LoopGroup.raiseDescriptorLimit()
        do throws(Failure) {
            let bell = try bell()
            let listening = try listen()
            let origin = "http://127.0.0.1:\(listening.port)"
            let replaying = try course.replays ? replay(linkingTo: origin) : nil
            let derived = course.records ? options.path.map { DerivedFile(beside: $0, isExact: options.isExact) } : nil
            let writer = try course.records ? openWriter() : nil
            let proxy = Proxy(
                options.upstream,
                Exchange.Terms(timeout: options.timeout.nanoseconds, bell: bell),
                replaying: replaying,
                into: writer,
                security: try security()
            )
            let door = Door(listening, proxy)
            do throws(SystemError) { try door.open() } catch { throw Failure(message: error.description) }
            announce(origin, listening.port)
            let progress = ProgressLine(proxy.tally, console)
            progress.start()
            signals.wait()
            progress.finish()
            door.close()
            replaying?.backend.stopAndWait()
            return try conclude(proxy.tally, writer, derived)
        } catch {
            if !error.isDocument { console.complain(error.message, hint: error.hint) }
            return error.isDocument ? .usage : .couldNot
        }
    }

    private func bell() throws(Failure) -> StopBell {
        do throws(SystemError) { return try StopBell() } catch { throw Failure(message: error.description) }
    }

    private func listen() throws(Failure) -> Listening {
        do throws(SystemError) { return try Listening.open(options.reach, port: options.port) } catch {
            guard error.code == EADDRINUSE else { throw Failure(message: error.description) }
            throw Failure(
                message: "port \(options.port) is in use by another program",
                hint: "stop it, or take another port: --port 0 takes any that is free"
            )
        }
    }

    private func security() throws(Failure) -> TLSContext? {
        guard options.upstream.isSecure else { return nil }
        do throws(TLSContext.Unavailable) { return try TLSContext() } catch {
            throw Failure(message: error.message, hint: error.hint)
        }
    }

    private func openWriter() throws(Failure) -> RecordingWriter {
        let start: RecordingWriter.Options.Start = course.startsAnew ? .replacing : .continuing
        do throws(RecordingWriter.Failure) {
            return try RecordingWriter(
                options.path ?? "",
                options: RecordingWriter.Options(
                    start: start,
                    isExact: options.isExact,
                    taking: options.taking,
                    keeping: options.keeping
                )
            )
        } catch {
            throw Failure(message: error.description)
        }
    }

    private func replay(linkingTo origin: String) throws(Failure) -> Replaying {
        for diagnostic in known?.diagnostics ?? [] { console.writeError(diagnostic.text) }
        guard let scenario = known?.scenario else { throw Failure(message: "", isDocument: true) }
        var settings = Backend.Options()
        settings.linkOrigin = origin
        do {
            let backend = try Backend.start(scenario, options: settings)
            let upstream = try Upstream(backend.origin)
            return Replaying(backend: backend, upstream: upstream, passesMisses: course.onMiss != .fail)
        } catch {
            throw Failure(message: "\(error)")
        }
    }

    /// Ends the recording, and says what came of it.
    private func conclude(
        _ tally: Tally,
        _ writer: RecordingWriter?,
        _ derived: DerivedFile?
    ) throws(Failure) -> Ending {
        let figures = tally.current
        do throws(RecordingWriter.Failure) {
            try writer?.close()
        } catch {
            throw Failure(message: error.description)
        }
        // What a later exchange has shown to be a secret may be in an earlier path.
        let rows = tally.table.map { row in
            var row = row
            if let writer { row.key.path = writer.withoutSecrets(row.key.path) }
            return row
        }
        // Where nothing was recorded, what is there stays as it is.
        let scenario = figures.recorded > 0 ? derived.map { DerivedSummary($0, options.scenario) } : nil
        let summary = Summary(figures, rows: rows, options, course, scenario)
        console.write(options.isJSON ? summary.line : summary.text(console.style(for: console.output)))
        for remark in summary.remarks + (scenario?.remarks ?? []) { console.writeError(remark) }
        return figures.lost > 0 ? .couldNot : .held
    }

    private func announce(_ origin: String, _ port: Int) {
        let welcome = Greeting(options: options, course: course, origin: origin, port: port)
        console.write(options.isJSON ? welcome.line : welcome.text(console.style(for: console.output)))
    }
}
