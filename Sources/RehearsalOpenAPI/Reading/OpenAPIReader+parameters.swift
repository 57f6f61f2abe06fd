import Rehearsal

/// Parameters and headers.
extension OpenAPIReader {
    /// The header fields that are not parameters (OpenAPI 3.1.1 §4.8.12.2).
    private static let excludedFields: Set<String> = ["accept", "content-type", "authorization"]

    mutating func parameters(of object: OpenAPIValue) -> [OpenAPIParameter] {
        var parameters: [OpenAPIParameter] = []
        for element in values.elements("parameters", of: object) {
            guard let value = resolved(element), let parameter = parameter(value, at: element) else { continue }
            if parameters.contains(where: { $0.name == parameter.name && $0.location == parameter.location }) {
                let message = "the parameter \(parameter.name.quoted) occurs twice in \(parameter.location)"
                values.report(.error, .duplicate, at: element.messagePlace, message, hint: "remove one of them")
                continue
            }
            if parameter.location == .header, Self.excludedFields.contains(parameter.name.lowercased()) { continue }
            parameters.append(parameter)
        }
        return parameters
    }

    mutating func parameter(_ value: OpenAPIValue, at element: OpenAPIValue) -> OpenAPIParameter? {
        guard let name = values.requiredText("name", of: value, "a parameter"),
            let text = values.requiredText("in", of: value, "a parameter")
        else { return nil }
        guard let location = OpenAPIParameter.Location(rawValue: text) else {
            let hint = "write \"path\", \"query\", \"header\" or \"cookie\""
            let place = (value["in"] ?? value).messagePlace
            values.report(.error, .invalidValue, at: place, "a parameter cannot be in \(text.quoted)", hint: hint)
            return nil
        }
        let isRequired = values.bool("required", of: value)
        if location == .path, !isRequired {
            let message = "the path parameter \(name.quoted) is not required; it is treated as required"
            values.report(.warning, .invalidValue, at: value.messagePlace, message, hint: "write \"required\": true")
        }
        return OpenAPIParameter(
            name: name,
            location: location,
            isRequired: isRequired || location == .path,
            isDeprecated: values.bool("deprecated", of: value),
            serialization: serialization(of: value, location),
            allowsEmptyValue: values.bool("allowEmptyValue", of: value),
            schema: value["schema"].map { OpenAPISchema($0) },
            content: content(of: value).first,
            examples: examples(of: value),
            place: element.messagePlace
        )
    }

    private mutating func serialization(
        of value: OpenAPIValue,
        _ location: OpenAPIParameter.Location
    ) -> OpenAPISerialization {
        let standard: OpenAPISerialization.Style = location == .query || location == .cookie ? .form : .simple
        let style = style(of: value, permitted: Self.styles(in: location)) ?? standard
        let explode = values.optionalBool("explode", of: value)
        return .init(style, explode: explode, allowsReserved: values.bool("allowReserved", of: value))
    }

    private static func styles(in location: OpenAPIParameter.Location) -> [OpenAPISerialization.Style] {
        switch location {
        case .path: [.matrix, .label, .simple]
        case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        case .header: [.simple]
        case .cookie: [.form]
        }
    }

    /// Returns the style of an object; nil if it has none that is permitted.
    private mutating func style(
        of value: OpenAPIValue,
        permitted: [OpenAPISerialization.Style]
    ) -> OpenAPISerialization.Style? {
        guard let text = values.text("style", of: value) else { return nil }
        if let style = permitted.first(where: { $0.rawValue == text }) { return style }
        let hint = "permitted here: \(permitted.map(\.rawValue).joined(separator: ", "))"
        let place = (value["style"] ?? value).messagePlace
        values.report(.warning, .invalidValue, at: place, "the style \(text.quoted) is not valid here", hint: hint)
        return nil
    }

    mutating func headers(of object: OpenAPIValue) -> [OpenAPIHeader] {
        values.members("headers", of: object).compactMap { member in
            guard member.name.lowercased() != "content-type", let value = resolved(member.value) else { return nil }
            return OpenAPIHeader(
                name: member.name,
                isRequired: values.bool("required", of: value),
                serialization: .init(.simple, explode: values.optionalBool("explode", of: value) ?? false),
                schema: value["schema"].map { OpenAPISchema($0) },
                content: content(of: value).first,
                examples: examples(of: value),
                place: member.place
            )
        }
    }

    mutating func encodings(of mediaType: OpenAPIValue) -> [OpenAPIEncoding] {
        values.members("encoding", of: mediaType).map { member in
            let value = member.value
            let explode = values.optionalBool("explode", of: value)
            let allowsReserved = values.bool("allowReserved", of: value)
            let style = style(of: value, permitted: Self.styles(in: .query))
            let isSerialized = style != nil || explode != nil || allowsReserved
            return OpenAPIEncoding(
                property: member.name,
                contentType: values.text("contentType", of: value),
                headers: headers(of: value),
                serialization: isSerialized
                    ? .init(style ?? .form, explode: explode, allowsReserved: allowsReserved) : nil,
                place: member.place
            )
        }
    }

    /// Reports placeholders without a parameter, and path parameters without a placeholder.
    mutating func checkPlaceholders(of operation: OpenAPIOperation) {
        let names = PathTemplate(operation.path).names
        for parameter in operation.parameters where parameter.location == .path && !names.contains(parameter.name) {
            let message = "the path \(operation.path.quoted) has no placeholder {\(parameter.name)}"
            values.report(.warning, .invalidValue, at: parameter.place, message, hint: "correct the name")
        }
        for name in names {
            guard !operation.parameters.contains(where: { $0.location == .path && $0.name == name }) else { continue }
            let message = "the placeholder {\(name)} of \(operation.path.quoted) has no parameter"
            values.report(.warning, .missingMember, at: operation.place, message, hint: "add it to \"parameters\"")
        }
    }
}

/// A path template, divided into segments of text and placeholders.
package struct PathTemplate: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(String)
    }

    /// The parts of each segment.
    package let segments: [[Part]]

    /// - Parameter text: a path that begins with a slash.
    package init(_ text: String) {
        let segments = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        self.segments = segments.map { Self.parts(of: $0) }
    }

    private static func parts(of segment: Substring.UTF8View) -> [Part] {
        var parts: [Part] = []
        var rest = segment[...]
        while !rest.isEmpty {
            let text = rest.prefix { $0 != UInt8(ascii: "{") }
            if !text.isEmpty { parts.append(.text(String(Substring(text)))) }
            rest = rest[text.endIndex...]
            guard !rest.isEmpty else { break }
            let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
            guard name.endIndex < rest.endIndex else {
                parts.append(.text(String(Substring(rest))))
                break
            }
            parts.append(.placeholder(String(Substring(name))))
            rest = rest[name.endIndex...].dropFirst()
        }
        return parts
    }

    /// The names of the placeholders in order.
    package var names: [String] {
        segments.joined().compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
    }
}
