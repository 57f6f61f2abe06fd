@testable import RehearsalOpenAPI

/// The reason why a reply to a request differs from the expected one without a mistake of the server.
enum EnforcementException {
    /// Returns the reason for a failure; nil for a failure without one.
    static func reason(_ failure: String, _ operation: OpenAPIOperation, _ request: SampleRequest) -> String? {
        if operation.path.contains("#") { return "the path has a fragment, which no request has (RFC 9112 §3.2)" }
        if request.body == nil, failure.contains("the request has no body, which is required") {
            return "no value with content was generated for the body"
        }
        return nil
    }
}
