import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Sends requests with URLSession and prints each result as a line of JSON. This is a separate program, because
// URLSession may crash or hang on Linux, and the test that starts it must survive that.
//
// usage: FaultDriver URL METHOD TIMEOUT UPLOAD REQUESTS PAUSE EXPECT
//   TIMEOUT in whole seconds, UPLOAD in bytes, PAUSE between requests in milliseconds, EXPECT is `continue` or `-`

guard CommandLine.arguments.count == 8, let drive = DriverArguments(CommandLine.arguments) else {
    FileHandle.standardError.write(
        Data("usage: FaultDriver URL METHOD TIMEOUT UPLOAD REQUESTS PAUSE continue|-\n".utf8)
    )
    exit(64)
}
let session = URLSession(configuration: drive.configuration)
for number in 0..<drive.requests {
    if number > 0, drive.pause > 0 { try await Task.sleep(nanoseconds: UInt64(drive.pause) * 1_000_000) }
    let outcome = await drive.outcome(of: session)
    // Unbuffered, because a crash would lose buffered output.
    FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: outcome, options: .sortedKeys) + [0x0A])
}
exit(0)
