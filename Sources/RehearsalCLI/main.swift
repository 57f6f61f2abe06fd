import RehearsalPlatform

// Before anything of this process could be opened in their place.
Descriptor.openMissingStandards()
// A write beyond `ulimit -f` fails with EFBIG, as one on a full disk does with ENOSPC, and does not end the process.
signal(SIGXFSZ, SIG_IGN)
let status = Program(terminal: Terminal()).run(Array(CommandLine.arguments.dropFirst()))
exit(status.rawValue)
