#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Rehearsal
import RehearsalContracts

extension Declaration.RecordedReply {
    /// An answer whose body is a document (`json`), a text (`text`) or bytes (`bodyBase64`).
    init(_ value: MessageValue) throws(MessageError) {
        self.init(try value["status"]?.status() ?? 200)
        if let value = value["headers"] { headers = try value.sendableHeaders() }
        // All three are read, so that each is known.
        let (document, text, bytes) = (value["json"], value["text"], value["bodyBase64"])
        if document != nil || value.json["json"] != nil {
            body = (document?.json ?? .null).bytes()
        } else if let text {
            body = Array(try text.string().utf8)
        } else if let bytes {
            body = try bytes.base64()
        }
    }

    /// A document if that gives the same bytes again, else what does.
    var message: JSON {
        let text = String(decoding: body, as: UTF8.self)
        let isText = Array(text.utf8) == body
        let json = try? JSON(parsing: body)
        let isJSON = json.map { $0.bytes() == body } ?? false
        return .message([
            "status": .integer(status),
            "headers": headers.pairs,
            "json": isJSON ? json : nil,
            "text": isText && !isJSON && !body.isEmpty ? .string(text) : nil,
            "bodyBase64": isText || isJSON ? nil : .string(Data(body).base64EncodedString()),
        ])
    }
}

extension MessageValue {
    func base64() throws(MessageError) -> [UInt8] {
        guard let data = Data(base64Encoded: try string()) else { throw wrong("Base64 (RFC 4648 §4)") }
        return Array(data)
    }

    /// What each element comes to.
    func each<Value>(
        _ read: (MessageValue) throws(MessageError) -> Value
    ) throws(MessageError) -> [Value] {
        var values: [Value] = []
        for element in try elements() { values.append(try read(element)) }
        return values
    }
}
