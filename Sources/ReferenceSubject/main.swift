import Foundation

let status = await SubjectCommand(Array(CommandLine.arguments.dropFirst())).run()
exit(status)
