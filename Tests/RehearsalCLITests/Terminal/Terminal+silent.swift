@testable import RehearsalCLI

extension Terminal {
    /// A terminal that discards its output.
    static func silent() throws -> Terminal {
        let descriptor = try Descriptor.openKeepingContents("/dev/null")
        return Terminal(output: descriptor, errors: descriptor)
    }
}
