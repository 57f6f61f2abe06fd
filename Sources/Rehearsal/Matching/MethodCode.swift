/// The methods that nearly every request has, as numbers that compare in one step.
package enum MethodCode: UInt8, Sendable {
    case get, head, post, put, patch, delete, options
    /// Any other: compared by its bytes.
    case other

    package init(_ method: Span<UInt8>, _ slice: RequestHead.Slice) {
        for (name, code) in Self.names where method.equals(slice, name) {
            self = code
            return
        }
        self = .other
    }

    init(_ method: [UInt8]) {
        self = method.withUnsafeBufferPointer { MethodCode($0.span, RequestHead.Slice(0, method.count)) }
    }

    private static let names: [([UInt8], MethodCode)] = [
        (Array("GET".utf8), .get), (Array("POST".utf8), .post), (Array("PUT".utf8), .put),
        (Array("DELETE".utf8), .delete), (Array("PATCH".utf8), .patch), (Array("HEAD".utf8), .head),
        (Array("OPTIONS".utf8), .options),
    ]
}
