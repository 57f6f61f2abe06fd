import RehearsalPlatform

// This runs first: a file that is opened before could get the number of a closed standard descriptor.
Descriptor.openMissingStandards()
// While SIGXFSZ is ignored, a write beyond `ulimit -f` fails with EFBIG instead of ending the process.
signal(SIGXFSZ, SIG_IGN)
let status = Program(terminal: Terminal()).run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
