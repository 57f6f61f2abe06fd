import Rehearsal
package import RehearsalContracts
package import RehearsalOpenAPI

extension Declaration.Operation {
    /// Creates an operation with the request, the reply and the fields that a document describes.
    package init(_ operation: ClientOperation) {
        let reply = operation.reply
        self.init(
            operation.name,
            operation.method,
            operation.path,
            isVoid: reply.body.isEmpty,
            reply: Declaration.RecordedReply(reply.status, headers: reply.headers, body: reply.body),
            fields: operation.fields.isEmpty ? nil : operation.fields.map { Declaration.Field($0) }
        )
    }
}

extension Declaration.Field {
    fileprivate init(_ field: ReplyField) {
        let kind = Kind(rawValue: field.kind.rawValue) ?? .string
        self.init(field.path, kind, isRequired: field.isRequired, words: field.words)
    }
}
