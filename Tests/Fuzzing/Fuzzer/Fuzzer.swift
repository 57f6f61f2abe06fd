import FuzzTargets
import RehearsalTestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The target that `--target=NAME` selects on the command line.
private nonisolated(unsafe) var target: FuzzTarget?

/// The processor time that an input may take, plus a time for each byte; a longer time is not linear.
private let mostNanoseconds = 150_000_000
private let mostNanosecondsPerByte = 10_000

/// The number of repeated checks before an input counts as slow. A single measurement can be too large.
///
/// An input that takes 20 times the limit is not checked again: libFuzzer would end the process after a minute.
private let repetitions = 4

/// Selects the target from the command line; libFuzzer calls it before the first input.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
) -> CInt {
    let words = (0..<Int(count.pointee)).compactMap { arguments.pointee[$0].map { String(cString: $0) } }
    let name = words.compactMap { $0.hasPrefix("--target=") ? String($0.dropFirst(9)) : nil }.last ?? ""
    target = FuzzTarget.named(name)
    if target == nil {
        say("error: --target is one of \(FuzzTarget.all.map(\.name).joined(separator: ", ")), not \"\(name)\"")
        exit(2)
    }
    return 0
}

/// Checks one input, and aborts the process on a finding; libFuzzer calls it for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // An exact copy, so that the sanitizer detects reads past its end.
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let most = mostNanoseconds + count * mostNanosecondsPerByte
    var nanoseconds = check(bytes)
    for _ in 0..<repetitions where nanoseconds > most && nanoseconds < 20 * most {
        nanoseconds = min(nanoseconds, check(bytes))
    }
    if nanoseconds > most {
        say("finding: \(count) bytes took \(nanoseconds / 1_000_000) ms of a processor")
        abort()
    }
    return 0
}

/// Returns how many nanoseconds of a processor the check of an input took; aborts the process on a finding.
private func check(_ bytes: [UInt8]) -> Int {
    let began = ProcessorTime.ofThread()
    do {
        try target?.check(bytes)
    } catch {
        say("finding: \(error)")
        abort()
    }
    return ProcessorTime.ofThread() - began
}

private func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(2, line, line.count)
}
