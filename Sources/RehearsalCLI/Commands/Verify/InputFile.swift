import Rehearsal
import RehearsalPlatform

/// A file that the command line names.
enum InputFile {
    private static let most = 64 << 20

    static func bytes(_ path: String) throws(UsageError) -> [UInt8] {
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: most)
        } catch {
            throw UsageError("\(path.quoted) cannot be read: \(reason(error))")
        }
    }

    static func json(_ path: String) throws(UsageError) -> JSON {
        let bytes = try bytes(path)
        do throws(JSONSyntaxError) {
            return try JSON(parsing: bytes)
        } catch {
            throw UsageError("\(path.quoted) is \(error)")
        }
    }

    private static func reason(_ failure: FileSystem.Failure) -> String {
        switch failure {
        case .missing: "there is no such file"
        case .isFolder: "it is a folder"
        case .isNoFile: "it is no plain file"
        case .tooLarge(let bytes): "it has \(bytes) bytes, and \(most) is the most"
        case .system(let reason): reason
        }
    }
}
