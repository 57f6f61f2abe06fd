import RehearsalBackend
import RehearsalDocuments
import RehearsalPlatform
import RehearsalRecorder
import RehearsalRecordings
import RehearsalServer
public import Testing

extension Trait where Self == BackendTrait {
    /// A backend that records a real backend on the first run of the test, and plays the recording afterwards.
    ///
    /// If the recording does not exist, the backend forwards each request to the real backend. When the test passes,
    /// the exchanges are written without their secrets, and a warning has the path of the file. A test that fails
    /// writes nothing. Tests that name the same recording add their exchanges to it.
    ///
    /// The environment variable `REHEARSAL_RECORD` has the value `once` (the default), `rewrite` (record again), or
    /// `never` (a missing recording is an error), which is the default if the variable `CI` is set.
    ///
    /// - Parameters:
    ///   - recording: the path of the recording below `Recordings/`, without its extension. It is searched for in the
    ///     bundles of the test, in each folder above the test's source file, and in the folder `REHEARSAL_ROOT`. A new
    ///     one is written to the nearest folder `Recordings` of the package, or to one beside `Package.swift`.
    ///   - upstream: the URL of the real backend, without a path: `https://api.example.com`.
    ///   - name: the name for `Backend.named(_:)`, for a test that has several backends.
    ///   - options: the options of the backend.
    public static func backend(
        recording: String,
        of upstream: String,
        as name: String = "",
        options: Backend.Options = Backend.Options(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) -> Self {
        let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        let named = NamedRecording(name: recording, upstream: upstream, testFile: filePath)
        let source = ScenarioSource.other { try Backend.start(named, options: $0, at: location) }
        return BackendTrait(name: name, source: source, options: options, location: location)
    }
}

extension Backend {
    /// Starts a backend that records a real backend on the first run, and plays the recording afterwards.
    ///
    /// The recording is found and made as by the trait `.backend(recording:of:)`, with one difference: `finish` writes
    /// the exchanges. A test that throws an error before that writes nothing.
    ///
    /// - Parameters:
    ///   - recording: the path of the recording below `Recordings/`, without its extension.
    ///   - upstream: the URL of the real backend, without a path: `https://api.example.com`.
    /// - Throws: `ScenarioNotPlayed` if the recording does not exist and must not be made, or cannot be played;
    ///   `StartError` if the port cannot be bound.
    public static func start(
        recording: String,
        of upstream: String,
        options: Options = Options(),
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
    ) throws -> Backend {
        let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        let named = NamedRecording(name: recording, upstream: upstream, testFile: filePath)
        return try start(named, options: options, at: location)
    }

    static func start(_ named: NamedRecording, options: Options, at location: SourceLocation) throws -> Backend {
        switch try named.use(isNew: RecordingRun.hasMade) {
        case .play(let path): return try start(scenario(at: path, named), options, at: location)
        case .record(let path):
            let run = RecordingRun(into: path)
            var options = options
            options.onEnd = { hasFailed in conclude(run, of: named, hasFailed: hasFailed, at: location) }
            return try start(run.scenario(of: named), options, at: location)
        }
    }

    private static func scenario(at path: String, _ named: NamedRecording) throws(ScenarioNotPlayed) -> Scenario {
        let loaded = ScenarioFiles.load([path])
        if let scenario = loaded.scenario { return scenario }
        let mistakes = loaded.diagnostics.map(\.text).joined(separator: "\n")
        throw ScenarioNotPlayed(description: "the recording \"\(named.name)\" cannot be played:\n\(mistakes)")
    }

    /// Writes the recording of a test that has passed, and reports its path. Returns the problems.
    private static func conclude(
        _ run: RecordingRun,
        of named: NamedRecording,
        hasFailed: Bool,
        at location: SourceLocation,
    ) -> [String] {
        if hasFailed {
            warn("\(run.path) was not written, because the test has failed", at: location)
            return []
        }
        do throws(RecordingWriter.Failure) {
            let summary = try run.write()
            guard summary.exchanges > 0 else {
                warn("\(run.path) was not written, because the client sent no request", at: location)
                return []
            }
            let exchanges = summary.exchanges == 1 ? "1 exchange" : "\(summary.exchanges) exchanges"
            let secrets = summary.secrets == 1 ? "1 value" : "\(summary.secrets) values"
            warn(
                "recorded \(exchanges) with \(named.upstream) in \(run.path), \(secrets) redacted; "
                    + "the next run plays this file",
                at: location
            )
            return []
        } catch {
            return [error.description]
        }
    }

    /// Records a warning of the test, or writes it to standard error if none is running.
    private static func warn(_ text: String, at location: SourceLocation) {
        #if compiler(>=6.3)
            if Test.current != nil {
                Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: location)
                return
            }
        #endif
        StandardError.write("\(location.fileID):\(location.line): warning: \(text)")
    }
}
