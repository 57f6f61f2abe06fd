#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// Before anything of this process could be opened in their place.
Descriptor.openMissingStandards()
let status = Program(terminal: Terminal()).run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
