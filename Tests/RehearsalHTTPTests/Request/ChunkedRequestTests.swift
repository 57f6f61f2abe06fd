import RehearsalHTTP
import TestAdmission
import Testing

@Suite("Chunked bodies of requests", .limitedConcurrency)
struct ChunkedRequestTests {
    @Test(
        "The decoder reports whether a trailer line has begun.",
        arguments: [
            ("3\r\nabc\r\n0\r\n\r\n", false), ("3\r\nabc\r\n0\r\n", false), ("0\r\nA: b\r\n\r\n", true),
            ("3;a=b\r\nabc\r\n0\r\nA", true),
        ]
    )
    func trailers(text: String, hasTrailers: Bool) throws {
        var sut = ChunkedDecoder(RequestLimits())
        _ = try Array(text.utf8).withUnsafeBytes { bytes in try sut.feed(bytes) { _ in } }
        #expect(sut.hasTrailers == hasTrailers)
    }
}
