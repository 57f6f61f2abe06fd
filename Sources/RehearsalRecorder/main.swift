#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

// A write beyond `ulimit -f` fails with EFBIG, as one on a full disk does with ENOSPC, and does not end the process.
signal(SIGXFSZ, SIG_IGN)
exit(Program(console: Console()).run(Array(CommandLine.arguments.dropFirst())).rawValue)
