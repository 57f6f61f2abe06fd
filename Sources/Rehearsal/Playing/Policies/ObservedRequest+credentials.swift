extension ObservedRequest {
    /// Whether a browser asks if it may send what it has to send (Fetch, CORS-preflight request): without credentials.
    var isPreflight: Bool { head.methodCode == .options && !header("access-control-request-method").isEmpty }

    /// The token of `Authorization: Bearer T` (RFC 6750 §2.1).
    var bearerToken: String? {
        guard let value = header("authorization").first else { return nil }
        let scheme = value.prefix { $0 != 0x20 }
        guard String(decoding: scheme, as: UTF8.self).lowercased() == "bearer" else { return nil }
        let token = value.dropFirst(scheme.count).drop { $0 == 0x20 }
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// The string at a place of the document that the body is, or the field of a form that the place's last name names.
    func refreshToken(at pointer: JSON.Pointer) -> String? {
        guard let body else { return nil }
        if case .string(let text)? = body.json.flatMap({ pointer.value(in: $0) }) { return text }
        guard let name = pointer.tokens.last else { return nil }
        return body.form.first { $0.name == Array(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
