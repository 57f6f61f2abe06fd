import Rehearsal
import RehearsalContracts
import RehearsalDocuments
import RehearsalPlatform
public import Testing

/// A schedule file, which ``replay(_:_:_:runs:fileID:filePath:line:column:_:)`` repeats; the argument of a parametrised
/// test.
///
/// `rehearsal explore --save FOLDER` writes a file for each finding. A test that replays the files of a folder fails
/// until the client is corrected, and shows that the defect does not return.
public struct SavedSchedule: Sendable, Hashable, CustomTestStringConvertible, CustomStringConvertible {
    /// The path of the file, or of the folder in which no file was found.
    public let path: String

    /// Creates the reference to a file, which is read when the schedule is replayed.
    public init(path: String) { self.path = path }

    /// Returns the schedule files (`*.schedule.jsonc`) in a folder, by name.
    ///
    /// A test with the returned schedules fails if the folder does not exist or has no schedule.
    ///
    /// - Parameter folder: the path of the folder. A relative path is searched for in the folder of the test's source
    ///   file and in each folder above it.
    public static func files(in folder: String, filePath: String = #filePath) -> [SavedSchedule] {
        let above = folder.hasPrefix("/") ? [""] : FilePath.folders(above: filePath)
        let found = above.lazy.map { FilePath.join($0, folder) }.first(where: FileSystem.isFolder)
        let names = found.map { FileSystem.names(in: $0).filter { $0.hasSuffix(ScheduleFile.suffix) } } ?? []
        guard let found, !names.isEmpty else { return [SavedSchedule(path: found ?? folder)] }
        return names.map { SavedSchedule(path: FilePath.join(found, $0)) }
    }

    /// The name of the file without its extension.
    public var testDescription: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(ScheduleFile.suffix) ? String(name.dropLast(ScheduleFile.suffix.count)) : name
    }

    /// The path of the file.
    public var description: String { path }

    private static let sizeLimit = 16 << 20

    /// Reads the file.
    ///
    /// - Throws: ``ExplorationFailure`` that names the place of the first mistake.
    func read() throws(ExplorationFailure) -> ScheduleFile {
        let bytes: [UInt8]
        do throws(FileSystem.Failure) { bytes = try FileSystem.read(path, limit: Self.sizeLimit) } catch {
            let problem =
                switch error {
                case .missing: "the file or folder does not exist"
                case .isFolder: "the folder has no *\(ScheduleFile.suffix)"
                case .notRegularFile: "it is not a regular file"
                case .tooLarge(let count): "it has \(count) bytes, more than the limit of \(Self.sizeLimit)"
                case .system(let reason): reason
                }
            throw ExplorationFailure(description: "\(path): error: \(problem)")
        }
        do throws(ScheduleFile.Mistake) { return try ScheduleFile(parsing: bytes) } catch {
            throw ExplorationFailure(description: "\(path):\(error)")
        }
    }
}
