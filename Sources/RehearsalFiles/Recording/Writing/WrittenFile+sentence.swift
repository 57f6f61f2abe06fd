import Rehearsal
import RehearsalPlatform

extension WrittenFile.Failure {
    /// What happened, in one line.
    func sentence(about path: String) -> String {
        switch self {
        case .isWritten: "\(path.quoted) is being recorded by another process: wait for it, or choose another name"
        case .system(let reason): "\(path.quoted) cannot be written: \(reason)"
        }
    }
}
