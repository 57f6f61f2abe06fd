import Rehearsal
package import RehearsalDocuments
import RehearsalPlatform

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A recording of any origin in the form that recordings have here, as files that are still to be written.
package struct NormalizedRecording {
    /// By their paths beside the document that refers to them: `shop.har`, `shop/get-users.json`.
    package private(set) var files: [(path: String, bytes: [UInt8])] = []
    package private(set) var recording: Recording
    package private(set) var outcome: InspectedRecording.Normalized

    /// - Parameter name: of the recording, without an extension.
    package init(_ inspected: InspectedRecording, named name: String) throws(RecordingWriter.Failure) {
        // Recordings are written to a disk; what is on it here has no secret any more.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let har = FileName.join(folder, "\(name).har")
        outcome = try inspected.normalize(into: har)
        guard let recording = Recording(at: har, isExact: false) else {
            throw RecordingWriter.Failure("\(inspected.path.quoted) cannot be written anew")
        }
        self.recording = recording
        do throws(FileSystem.Failure) {
            files = [("\(name).har", try FileSystem.read(har, limit: Recording.sizeLimit))]
            for file in FileSystem.names(in: FileName.join(folder, name)) {
                let path = "\(name)/\(file)"
                files.append((path, try FileSystem.read(FileName.join(folder, path), limit: Recording.sizeLimit)))
            }
        } catch {
            throw RecordingWriter.Failure(error.sentence(about: har))
        }
    }
}
