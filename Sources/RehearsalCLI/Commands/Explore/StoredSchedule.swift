import Rehearsal
import RehearsalContracts
import RehearsalHarness
import RehearsalPlatform

/// A schedule file that a command reads.
struct StoredSchedule: Sendable {
    let path: String
    let file: ScheduleFile

    /// Reads the files at paths. A path of a folder stands for the schedule files in it.
    ///
    /// - Throws: ``UsageError`` that names the place of the first mistake.
    static func read(_ paths: [String]) throws(UsageError) -> [StoredSchedule] {
        var files: [StoredSchedule] = []
        for path in paths {
            for path in try self.paths(at: path) { files.append(try StoredSchedule(path)) }
        }
        return files
    }

    /// Reads a file.
    ///
    /// - Throws: ``UsageError`` that names the place of the first mistake.
    init(_ path: String) throws(UsageError) {
        self.path = path
        let bytes = try InputFile.bytes(path)
        do throws(ScheduleFile.Mistake) { file = try ScheduleFile(parsing: bytes) } catch {
            throw UsageError("\(path.printable):\(error.line):\(error.column): \(error.message.printable)")
        }
    }

    /// Returns the first mistake in a file; nil for a valid schedule.
    static func mistake(at path: String) throws(UsageError) -> ScheduleFile.Mistake? {
        let bytes = try InputFile.bytes(path)
        do throws(ScheduleFile.Mistake) { _ = try ScheduleFile(parsing: bytes) } catch { return error }
        return nil
    }

    private static func paths(at path: String) throws(UsageError) -> [String] {
        guard FileSystem.isFolder(path) else { return [path] }
        let names = FileSystem.names(in: path).filter { $0.hasSuffix(ScheduleFile.suffix) }
        guard !names.isEmpty else { throw UsageError("\(path.quoted) contains no *\(ScheduleFile.suffix)") }
        return names.map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    /// Returns the request for a replay.
    ///
    /// - Parameter properties: the properties to check; empty for that of the file, or for all if it states none.
    func request(_ properties: [String], runs: Int) -> ExplorationRequest {
        var options = ExplorationRequest.ReplayOptions()
        (options.schedule, options.runs) = (file.schedule, runs)
        options.properties = properties.isEmpty ? file.property.map { [$0] } ?? [] : properties
        return .replay(options)
    }
}

/// A folder to which the schedules of findings are written.
struct ScheduleFolder {
    let path: String

    /// Creates the folder, unless it exists.
    init(creating path: String) throws(Descriptor.OpenError) {
        self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
        guard mkdir(path, 0o777) < 0, !FileSystem.isFolder(path) else { return }
        throw Descriptor.OpenError(path: path, reason: String(cString: strerror(errno)), fileExists: errno == EEXIST)
    }

    /// Writes the schedule of a finding to a new file, unless a file with the same text exists, and returns its path.
    func save(_ finding: ExplorationFinding, for subject: String) throws(Descriptor.OpenError) -> String {
        let text = finding.file(for: subject).text
        let parts = [finding.property, finding.operation].map(Self.fileName).filter { !$0.isEmpty }
        let name = "\(path)/\(parts.joined(separator: "-"))"
        var number = 1
        while true {
            let path = name + (number == 1 ? "" : "-\(number)") + ScheduleFile.suffix
            if let bytes = try? FileSystem.read(path, limit: 1 << 24), bytes == Array(text.utf8) { return path }
            do throws(Descriptor.OpenError) {
                let file = try Descriptor.createNew(path, .byUmask)
                defer { file.close() }
                if let incomplete = file.writeAll(path, with: Array(text.utf8)) {
                    throw Descriptor.OpenError(path: path, reason: incomplete.reason ?? "", fileExists: false)
                }
                return path
            } catch {
                guard error.fileExists, number < 1_000 else { throw error }
                number += 1
            }
        }
    }

    /// Returns a name with only the characters that every file system permits.
    private static func fileName(_ text: String) -> String {
        String(text.prefix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" })
    }
}
