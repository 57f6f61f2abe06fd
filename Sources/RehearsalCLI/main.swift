#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

let status = Program(terminal: Terminal()).run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
