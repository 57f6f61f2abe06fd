import Rehearsal

@testable import RehearsalOpenAPI

/// A request with one violation of a document, and the reply to it under `--enforce`.
struct InvalidSample {
    enum Kind: String, CaseIterable {
        case missingParameter = "missing parameter"
        case wrongType = "wrong type"
        case wrongStyle = "wrong style"
        case missingBody = "missing body"
        case wrongBodyType = "wrong type of the body"
        case wrongContentType = "wrong content type"
        case missingSecurity = "missing security"
        case unacceptableAccept = "unacceptable Accept"

        var status: Int {
            switch self {
            case .missingSecurity: 401
            case .unacceptableAccept: 406
            case .wrongContentType: 415
            case .missingParameter, .wrongType, .wrongStyle, .missingBody, .wrongBodyType: 422
            }
        }

        /// The kind of the violation in the problem details.
        var violation: ContractViolation.Kind {
            switch self {
            case .missingParameter: .missingParameter
            case .wrongType: .invalidParameter
            case .wrongStyle: .malformedParameter
            case .missingBody: .missingBody
            case .wrongBodyType: .invalidBody
            case .wrongContentType: .unsupportedType
            case .missingSecurity: .missingCredentials
            case .unacceptableAccept: .unacceptableType
            }
        }
    }

    let kind: Kind
    let request: SampleRequest
}

/// The invalid requests that follow from a valid one: one for each kind of violation that applies to the operation.
struct InvalidSamples {
    let document: OpenAPIDocument
    let operation: OpenAPIOperation
    let valid: SampleRequest

    var all: [InvalidSample] {
        InvalidSample.Kind.allCases.compactMap { kind in request(kind).map { InvalidSample(kind: kind, request: $0) } }
    }

    private func request(_ kind: InvalidSample.Kind) -> SampleRequest? {
        switch kind {
        case .missingParameter: missingParameter
        case .wrongType: wrongType
        case .wrongStyle: operation.parameters.lazy.compactMap { wrongStyle($0) }.first
        case .missingBody: missingBody
        case .wrongBodyType: wrongBodyType
        case .wrongContentType: wrongContentType
        case .missingSecurity: missingSecurity
        case .unacceptableAccept: unacceptableAccept
        }
    }

    // MARK: Parameters

    private var missingParameter: SampleRequest? {
        let parameter = operation.parameters.first { $0.isRequired && $0.location != .path && !claimsOtherNames($0) }
        return parameter.map { valid.without(.parameter($0.location, $0.name)) }
    }

    /// A text for a parameter that is a number or a Boolean value.
    private var wrongType: SampleRequest? {
        let parameter = operation.parameters.first { parameter in
            let types = types(parameter.schema)
            return !types.isEmpty && types.isSubset(of: ["integer", "number", "boolean", "null"])
        }
        guard let parameter, let texts = RequestSampler.texts(of: parameter, .string("word")) else { return nil }
        return replacing(parameter, texts)
    }

    private func wrongStyle(_ parameter: OpenAPIParameter) -> SampleRequest? {
        let types = types(parameter.schema)
        let key = SampleWriter.encoded(parameter.name)
        switch (parameter.location, parameter.serialization.style) {
        case (.path, .label), (.path, .matrix): return replacing(parameter, ["word"])
        case (.path, _), (.header, _):
            guard types == ["object"], parameter.content == nil else { return nil }
            return replacing(parameter, [parameter.serialization.explode ? "word" : "a,b,c"])
        case (_, .deepObject): return replacing(parameter, ["\(key)%5Ba=1"])
        default:
            let isSingle = types.isSubset(of: ["string", "integer", "number", "boolean", "null"])
            let isList = types == ["array"] && !parameter.serialization.explode
            guard parameter.content == nil, !types.isEmpty, isSingle || isList else { return nil }
            return replacing(parameter, ["\(key)=1", "\(key)=2"])
        }
    }

    private func replacing(_ parameter: OpenAPIParameter, _ texts: [String]) -> SampleRequest {
        var request = valid.without(.parameter(parameter.location, parameter.name))
        request.add(texts, of: parameter)
        return request
    }

    /// Returns whether other pairs of the query may belong to the parameter, so that it is not missing without its own.
    private func claimsOtherNames(_ parameter: OpenAPIParameter) -> Bool {
        parameter.serialization.explode && parameter.serialization.style == .form
            && types(parameter.schema) == ["object"]
    }

    /// Returns the types that a schema names; empty if it names none.
    private func types(_ schema: OpenAPISchema?) -> Set<String> {
        guard let schema else { return [] }
        if case .string(let text)? = schema.converted?["type"] { return [text] }
        guard let type = document.resolved(schema.value)?["type"] else { return [] }
        return Set(type.node.string.map { [$0] } ?? type.elements.compactMap(\.node.string))
    }

    // MARK: Body

    private var missingBody: SampleRequest? {
        guard operation.requestBody?.isRequired == true else { return nil }
        var request = valid
        request.body = nil
        return request
    }

    private var wrongBodyType: SampleRequest? {
        guard var body = valid.body, MediaTypeName.isJSON(body.type) else { return nil }
        let content = operation.requestBody?.content.first { MediaTypeName.concrete($0.type) == body.type }
        let types = types(content?.schema)
        let others = [("boolean", "true"), ("array", "[]"), ("string", "\"word\""), ("object", "{}")]
        guard !types.isEmpty, let other = others.first(where: { !types.contains($0.0) }) else { return nil }
        body.bytes = Array(other.1.utf8)
        var request = valid
        request.body = body
        return request
    }

    private var wrongContentType: SampleRequest? {
        guard let body = operation.requestBody, !body.content.isEmpty,
            !body.content.contains(where: { $0.type == "*/*" })
        else { return nil }
        var request = valid
        request.body = .init(type: "x-unknown/x-unknown", bytes: [1, 2, 3])
        return request
    }

    // MARK: Credentials and Accept

    private var missingSecurity: SampleRequest? {
        let kinds = Dictionary(document.securitySchemes.map { ($0.name, $0.kind) }) { first, _ in first }
        let isRequired = operation.security.allSatisfy { requirement in
            // A server cannot see the certificate of a client without TLS.
            requirement.items.contains { kinds[$0.scheme] != nil && kinds[$0.scheme] != .mutualTLS }
        }
        guard !operation.security.isEmpty, isRequired else { return nil }
        return valid.without(.credentials)
    }

    private var unacceptableAccept: SampleRequest? {
        let successes = operation.responses.filter { $0.status.name.hasPrefix("2") }
        let responses = successes.isEmpty ? operation.responses : successes
        guard !responses.isEmpty, responses.allSatisfy({ !$0.content.isEmpty }),
            !responses.flatMap(\.content).contains(where: { $0.type == "*/*" })
        else { return nil }
        var request = valid
        request.accept = "x-unknown/x-unknown"
        return request
    }
}
