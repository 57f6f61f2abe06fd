import RehearsalPlatform

// Must come first, before another file could get the number of a standard descriptor.
Descriptor.openMissingStandards()
// With the signal ignored, a write beyond `ulimit -f` fails with EFBIG instead of ending the process.
signal(SIGXFSZ, SIG_IGN)
let status = Program(terminal: Terminal()).run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
