#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

exit(Program(console: Console()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
