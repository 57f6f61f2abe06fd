extension [UInt8] {
    /// The text that these bytes are in UTF-8, if they are.
    package var text: String? {
        let text = String(decoding: self, as: UTF8.self)
        return Array(text.utf8) == self ? text : nil
    }

    /// As documents write bytes where a string stands for their UTF-8: a string, or Base64 where it is none.
    var document: JSON { text.map(JSON.string) ?? .object([member]) }

    /// As documents write bytes beside other members: `text`, or `base64` where they are none.
    var member: JSON.Member {
        text.map { .init("text", .string($0)) } ?? .init("base64", .string(Base64.encoded(self)))
    }
}
