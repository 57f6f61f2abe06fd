@testable import RehearsalJSON

extension JSONDocument {
    /// Parses the text of a YAML document.
    init(yaml text: String, limits: YAMLLimits = YAMLLimits()) throws(JSONSyntaxError) {
        try self.init(yaml: Array(text.utf8), limits: limits)
    }

    /// Returns the value of a YAML document as compact JSON.
    static func json(yaml text: String) throws(JSONSyntaxError) -> String {
        String(decoding: try JSONDocument(yaml: text).root.value.bytes(), as: UTF8.self)
    }
}
