/// What is no text, as text.
package enum RecordedBytes {
    package static func base64(_ bytes: [UInt8]) -> String { Base64.encoded(bytes) }
}
