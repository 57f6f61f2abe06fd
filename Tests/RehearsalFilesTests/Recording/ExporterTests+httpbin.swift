extension ExporterTests {
    /// A recorded exchange, in the form in which a test compares it.
    ///
    /// The line has the method, the target, the status, the reason, and the length and FNV-1a hash of the reply's body.
    /// The headers are the names of the replayed header fields.
    struct Exchange: Sendable {
        var line: String
        var headers: [String]
    }

    static let httpbin = [
        Exchange(
            line: "GET /json? 200 OK 421 eb7d2caff63e3e07",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /status/418? 418 I'M A TEAPOT 135 59882b3a0dfdb9ce",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Date", "Server", "X-More-Info",
            ]
        ),
        Exchange(
            line: "GET /get?a=1&b=2 200 OK 221 ae23b65d1bc04ef",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /headers? 200 OK 106 f1e7574d3061e12f",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /gzip? 200 OK 169 46120462ec246612",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /deflate? 200 OK 170 429f6711b0a54d22",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /encoding/utf8? 200 OK 14239 4cf4690f4789274",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /image/png? 200 OK 8090 5c22808bacb69101",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /redirect/2? 302 FOUND 227 a59c9219c836e313",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Location",
                "Server",
            ]
        ),
        Exchange(
            line: "GET /cookies/set?k=v 302 FOUND 203 200a658df5337bb3",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Location",
                "Server", "Set-Cookie",
            ]
        ),
        Exchange(
            line: "GET /bearer? 401 UNAUTHORIZED 0 cbf29ce484222325",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
                "Www-Authenticate",
            ]
        ),
        Exchange(
            line: "GET /etag/abc? 200 OK 188 fd17b39ba754ecde",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Etag",
                "Server",
            ]
        ),
        Exchange(
            line: "GET /stream/3? 200 OK 513 6ae837b0c4fb6f34",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /delay/1? 200 OK 230 9f799c6f1d1f060a",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /html? 200 OK 3741 5ac6208d1a65b38b",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /xml? 200 OK 522 2e79978cbd9d8af5",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /drip?numbytes=5&duration=1 200 OK 5 7aa5f4f662b9e8dd",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /bytes/64?seed=1 200 OK 64 22945cb5ebdff91c",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
        Exchange(
            line: "GET /response-headers?Retry-After=2 200 OK 89 8bbb5a2df4c9db8",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date",
                "Retry-After", "Server",
            ]
        ),
        Exchange(
            line: "POST /post? 200 OK 331 f96aa4a11ddb54b5",
            headers: [
                "Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Content-Type", "Date", "Server",
            ]
        ),
    ]
}
