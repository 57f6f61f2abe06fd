import RehearsalFiles
import RehearsalHarness

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension ChildProcess.StartError {
    var text: String { "cannot start \"\(command.printable)\": \(String(cString: strerror(code)))" }

    /// What to do about it.
    var hint: String? {
        switch code {
        case ENOENT where !command.contains("/"): "it is in no folder of PATH; give its path, as in ./\(command)"
        case ENOENT: "there is no such file, or what its #! line names is not there"
        case EACCES: "it is no program, or it may not be run; try: chmod +x \(command)"
        case ENOEXEC: "it has no #! line; start it with its interpreter, as in: sh \(command)"
        default: nil
        }
    }
}
