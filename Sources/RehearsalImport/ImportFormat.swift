package import Rehearsal

/// A tool whose files become scenarios.
package enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    case wiremock, har, mockoon, hoverfly, mountebank

    /// As its makers write it.
    package var title: String {
        switch self {
        case .wiremock: "WireMock"
        case .har: "HAR"
        case .mockoon: "Mockoon"
        case .hoverfly: "Hoverfly"
        case .mountebank: "mountebank"
        }
    }

    /// What one of its parts is called, which is imported or refused as a whole.
    package var item: String {
        switch self {
        case .wiremock: "mapping"
        case .har: "entry"
        case .mockoon: "route"
        case .hoverfly: "pair"
        case .mountebank: "stub"
        }
    }

    /// The tool that wrote a document, told by the members that only its files have; nil if none of them did.
    package init?(of root: JSONDocument.Node) {
        func has(_ names: String...) -> Bool { names.allSatisfy { root[$0] != nil } }
        if has("log") {
            self = .har
        } else if has("imposters") || has("protocol", "stubs") || has("protocol", "port") {
            self = .mountebank
        } else if root["data"]?["pairs"] != nil || root["meta"]?["schemaVersion"] != nil {
            self = .hoverfly
        } else if has("routes") || root["source"]?.string?.hasPrefix("mockoon") == true {
            self = .mockoon
        } else if has("mappings") || has("request") || has("response") {
            self = .wiremock
        } else {
            return nil
        }
    }
}
