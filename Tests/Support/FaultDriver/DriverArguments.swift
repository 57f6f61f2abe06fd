import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The command line of the driver, which determines the requests to send.
struct DriverArguments {
    let url: URL
    let method: String
    let timeout: Int
    let upload: Int
    let requests: Int
    let pause: Int
    let expectsContinue: Bool

    /// Parses the command line; returns nil if an argument is not valid.
    init?(_ words: [String]) {
        guard let url = URL(string: words[1]), let timeout = Int(words[3]), let upload = Int(words[4]),
            let requests = Int(words[5]), let pause = Int(words[6])
        else { return nil }
        (self.url, method, self.timeout) = (url, words[2], timeout)
        (self.upload, self.requests, self.pause) = (upload, requests, pause)
        expectsContinue = words[7] == "continue"
    }

    /// A session configuration without a cache, and without cookies of earlier runs.
    var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = TimeInterval(timeout)
        configuration.urlCache = nil
        return configuration
    }

    private var request: URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = TimeInterval(timeout)
        if upload > 0 {
            request.httpBody = Data(repeating: 0x61, count: upload)
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        if expectsContinue { request.setValue("100-continue", forHTTPHeaderField: "Expect") }
        return request
    }

    /// Sends the request and returns `status` and `bytes`, or `domain` and `code` of the error.
    func outcome(of session: URLSession) async -> [String: Any] {
        do {
            let (data, response) = try await session.data(for: request)
            return ["status": (response as? HTTPURLResponse)?.statusCode ?? 0, "bytes": data.count]
        } catch let error as URLError {
            return ["domain": "URLError", "code": error.errorCode]
        } catch {
            let error = error as NSError
            return ["domain": error.domain, "code": error.code]
        }
    }
}
