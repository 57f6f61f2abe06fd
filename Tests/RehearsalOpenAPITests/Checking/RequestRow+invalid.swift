import Rehearsal

@testable import RehearsalOpenAPI

extension RequestRow {
    static let invalid: [RequestRow] = routes + credentials + types + parameters + bodies

    private static let routes: [RequestRow] = [
        send("GET", "/v1/order").violates(
            404,
            [("unknownPath", "path")],
            "the path \"/v1/order\" is not in the document"
        ),
        send("GET", "/orders").violates(404, [("unknownPath", "path")], "the path \"/orders\" is not in the document"),
        send("GET", "/v1/orders/").violates(
            404,
            [("unknownPath", "path")],
            "the path \"/v1/orders/\" is not in the document"
        ),
        send("OPTIONS", "*").violates(404, [("unknownPath", "path")], "the path \"\" is not in the document"),
        send("PATCH", "/v1/orders").violates(
            405,
            [("unknownMethod", "method")],
            "api.yaml:23:5: the document has no \"PATCH\" for the path"
        ),
    ]

    private static let required =
        "api.yaml:40:18: the request has no valid credentials; the document requires the header \"X-Key\" and "
        + "\"Authorization: Bearer …\", or the cookie \"sid\", or the query parameter \"code\""
    private static let login =
        "api.yaml:82:18: the request has no valid credentials; the document requires \"Authorization: Basic …\""

    private static let credentials: [RequestRow] = [
        post(order, "application/json", [:]).violates(401, [("missingCredentials", "credentials")], required),
        post(order, "application/json", ["X-Key": "k"]).violates(
            401,
            [("missingCredentials", "credentials")],
            "api.yaml:40:18: the request has no valid credentials; the document requires \"Authorization: Bearer …\", or "
                + "the cookie \"sid\", or the query parameter \"code\""
        ),
        send("GET", "/v1/orders/7").violates(401, [("missingCredentials", "credentials")], login),
        send("GET", "/v1/orders/7", ["Authorization": "Basic ab"]).violates(
            401,
            [("missingCredentials", "credentials")],
            login + " with a name and a password in Base64"
        ),
        send("GET", "/v1/orders/7", ["Authorization": "Bearer t"]).violates(
            401,
            [("missingCredentials", "credentials")],
            login
        ),
    ]

    private static let types: [RequestRow] = [
        post(order, "text/csv").violates(
            415,
            [("unsupportedType", "header Content-Type")],
            "api.yaml:42:9: the content type is \"text/csv\"; the document has application/json, "
                + "application/x-www-form-urlencoded, multipart/form-data"
        ),
        post(order, nil).violates(
            415,
            [("unsupportedType", "header Content-Type")],
            "api.yaml:42:9: the content type is missing; the document has application/json, "
                + "application/x-www-form-urlencoded, multipart/form-data"
        ),
        get("", ["Accept": "text/html, application/json;q=0"]).violates(
            406,
            [("unacceptableType", "header Accept")],
            "api.yaml:36:13: the client accepts \"text/html, application/json;q=0\"; the document has application/json"
        ),
    ]

    private static let parameters: [RequestRow] = [
        send("GET", "/v1/orders").violates(
            422,
            [("missingParameter", "header parameter \"X-Trace\"")],
            "api.yaml:28:11: the header parameter \"X-Trace\" is missing"
        ),
        get("?limit=x").violates(
            422,
            [("invalidParameter", "query parameter \"limit\"")],
            "api.yaml:25:51: the query parameter \"limit\" is \"x\", but must be an integer"
        ),
        get("?limit=101").violates(
            422,
            [("invalidParameter", "query parameter \"limit\"")],
            "api.yaml:25:69: the query parameter \"limit\" is 101, but the maximum is 100"
        ),
        get("?limit").violates(
            422,
            [("invalidParameter", "query parameter \"limit\"")],
            "api.yaml:25:51: the query parameter \"limit\" is \"\", but must be an integer"
        ),
        get("?filter=%7B").violates(
            422,
            [("malformedParameter", "query parameter \"filter\"")],
            "api.yaml:27:11: the query parameter \"filter\" is not JSON at byte 1: the document ends inside an object: "
                + "close it with \"}\""
        ),
        get("", ["Cookie": "theme=blue"]).violates(
            422,
            [("invalidParameter", "cookie parameter \"theme\"")],
            "api.yaml:29:52: the cookie parameter \"theme\" is \"blue\", but the permitted values are \"dark\", \"light\""
        ),
        send("DELETE", "/v1/orders/x").violates(
            422,
            [("invalidParameter", "path parameter \"id\"")],
            "api.yaml:79:72: the path parameter \"id\" is \"x\", but must be an integer"
        ),
        get("?limits=1").violates(
            nil,
            [("unknownParameter", "query parameter \"limits\"")],
            "api.yaml:23:5: the query parameter \"limits\" is not in the document; did you mean \"limit\"?"
        ),
    ]

    private static let bodies: [RequestRow] = [
        post("").violates(
            422,
            [("missingBody", "body")],
            "api.yaml:42:9: the request has no body, which is required"
        ),
        post("{").violates(
            400,
            [("malformedBody", "body")],
            "api.yaml:44:11: the body is not JSON at byte 1: the document ends inside an object: close it with \"}\""
        ),
        post("[]").violates(
            422,
            [("invalidBody", "body")],
            "api.yaml:13:13: the body is an empty array, but must be an object"
        ),
        post(#"{"item": "a", "count": 0}"#).violates(
            422,
            [("invalidBody", "body /count")],
            "api.yaml:18:41: the body /count is 0, but the minimum is 1"
        ),
        post(#"{"id": 1, "item": "a", "count": 1}"#).violates(
            nil,
            [("readOnlyProperty", "body /id")],
            "api.yaml:16:39: the body /id is read-only, so that a server ignores or rejects it"
        ),
        post("count=x", form).violates(
            422,
            [("invalidBody", "body /count"), ("invalidBody", "body")],
            "api.yaml:52:31: the body /count is \"x\", but must be an integer"
        ),
        post("item=a&tags=1&tags=2&tags=3", form).violates(
            422,
            [("invalidBody", "body /tags")],
            "api.yaml:53:70: the body /tags has 3 elements, but the maximum is 2"
        ),
        post("item=a&ids=1&ids=2", form).violates(
            400,
            [("malformedBody", "body /ids")],
            "api.yaml:57:15: the body /ids occurs 2 times; its form is \"one list separated by \\\"|\\\"\""
        ),
        post("item=a&address=%7B%7D", form).violates(
            422,
            [("invalidBody", "body /address")],
            "api.yaml:55:51: the body /address lacks the required property \"city\""
        ),
        post("x", multipart).violates(
            400,
            [("malformedBody", "body")],
            "api.yaml:58:11: the body has no complete part of the boundary in the content type"
        ),
        post(part("count", "3") + "--b--", multipart).violates(
            422,
            [("invalidBody", "body")],
            "api.yaml:61:25: the body lacks the required property \"photo\""
        ),
        post(part("photo", "a", "text/css") + "--b--", multipart).violates(
            422,
            [("invalidBody", "body /photo")],
            "api.yaml:66:15: the body /photo has the content type \"text/css\"; the document has image/png, image/jpeg"
        ),
    ]
}
