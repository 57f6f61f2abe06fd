import Rehearsal
import RehearsalHTTP
import RehearsalRedaction

/// How a body is written that can be compared member by member.
package enum DocumentForm: String, Sendable, CaseIterable {
    case json = "JSON", xml = "XML", csv = "CSV"

    /// Nil for bodies that are no documents: pages and pictures are for people to look at, be they XML or not.
    init?(_ type: MediaType) {
        if type.isJSON {
            self = .json
        } else if type.isXML, !["application/xhtml+xml", "image/svg+xml"].contains(type.name) {
            self = .xml
        } else if type.name == "text/csv" {
            self = .csv
        } else {
            return nil
        }
    }

    /// Adds what a body shows.
    ///
    /// - Returns: whether it is such a document.
    func note(_ body: [UInt8], _ type: MediaType, in shape: inout BodyShape) -> Bool {
        switch self {
        case .json:
            guard let document = try? JSON(parsing: body) else { return false }
            shape.take(document)
        case .xml:
            guard let root = DocumentElement(xml: Self.utf8(body, type)) else { return false }
            shape.take(root)
        case .csv:
            guard let table = NamedColumns(Self.utf8(body, type), type) else { return false }
            shape.take(table)
        }
        return true
    }

    /// Without a byte order mark; what is written in single bytes has its names in ASCII, and is read as it is.
    private static func utf8(_ body: [UInt8], _ type: MediaType) -> [UInt8] {
        if let wide = WideText(body, charset: type.charset) { return wide.utf8 }
        return body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
    }
}
