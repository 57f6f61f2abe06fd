// URL loading of Foundation, after Apple's documentation and NSURLSession.h, whose delegates and completion handlers
// are `NS_SWIFT_SENDABLE`.

public struct URLRequest: Sendable, Hashable {
    public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy = 0, reloadIgnoringLocalCacheData = 1 }
    public init(
        url: URL,
        cachePolicy: CachePolicy = .useProtocolCachePolicy,
        timeoutInterval: TimeInterval = 60.0
    ) {}
    public var url: URL?
    public var cachePolicy: CachePolicy { get { .useProtocolCachePolicy } set {} }
    public var timeoutInterval: TimeInterval { get { 60 } set {} }
    public var httpMethod: String?
    public var httpBody: Data?
    public var httpBodyStream: InputStream? { get { nil } set {} }
    public var httpShouldHandleCookies: Bool { get { true } set {} }
    public var allHTTPHeaderFields: [String: String]?
    public func value(forHTTPHeaderField field: String) -> String? { nil }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}
open class URLResponse: NSObject, @unchecked Sendable {
    public init(url URL: URL, mimeType MIMEType: String?, expectedContentLength length: Int, textEncodingName name: String?)
    {}
    open var url: URL? { nil }
    open var mimeType: String? { nil }
    open var expectedContentLength: Int64 { 0 }
}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion HTTPVersion: String?, headerFields: [String: String]?) {
        super.init(url: url, mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
    }
    open var statusCode: Int { 0 }
    open var allHeaderFields: [AnyHashable: Any] { [:] }
    open func value(forHTTPHeaderField field: String) -> String? { nil }
}
public struct URLError: Error, Sendable, Hashable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var unknown: Code { Code(rawValue: -1) }
        public static var cancelled: Code { Code(rawValue: -999) }
        public static var badURL: Code { Code(rawValue: -1000) }
        public static var timedOut: Code { Code(rawValue: -1001) }
        public static var cannotFindHost: Code { Code(rawValue: -1003) }
        public static var cannotConnectToHost: Code { Code(rawValue: -1004) }
        public static var networkConnectionLost: Code { Code(rawValue: -1005) }
        public static var dnsLookupFailed: Code { Code(rawValue: -1006) }
        public static var notConnectedToInternet: Code { Code(rawValue: -1009) }
        public static var badServerResponse: Code { Code(rawValue: -1011) }
        public static var requestBodyStreamExhausted: Code { Code(rawValue: -1021) }
        public static var cannotCreateFile: Code { Code(rawValue: -3000) }
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { .unknown }
    public var errorCode: Int { 0 }
    public var errorUserInfo: [String: Any] { [:] }
    public var failingURL: URL? { nil }
    public var localizedDescription: String { "" }
    public static func == (_ one: URLError, _ other: URLError) -> Bool { false }
    public func hash(into hasher: inout Hasher) {}
    public static var cancelled: Code { .cancelled }
    public static var timedOut: Code { .timedOut }
    public static var notConnectedToInternet: Code { .notConnectedToInternet }
    public static var networkConnectionLost: Code { .networkConnectionLost }
    public static var cannotConnectToHost: Code { .cannotConnectToHost }
}
extension URLError: CustomNSError {}

open class HTTPCookie: NSObject, @unchecked Sendable {
    open class func requestHeaderFields(with cookies: [HTTPCookie]) -> [String: String] { [:] }
    open class func cookies(withResponseHeaderFields headerFields: [String: String], for URL: URL) -> [HTTPCookie] { [] }
}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {
    open func cookies(for URL: URL) -> [HTTPCookie]? { nil }
    open func setCookies(_ cookies: [HTTPCookie], for URL: URL?, mainDocumentURL: URL?) {}
}
open class URLCache: NSObject, @unchecked Sendable {
    public enum StoragePolicy: UInt, Sendable { case allowed, allowedInMemoryOnly, notAllowed }
    public init(memoryCapacity: Int, diskCapacity: Int, diskPath path: String?) {}
    @available(macOS 10.15, iOS 13.0, *)
    public init(memoryCapacity: Int, diskCapacity: Int, directory directoryURL: URL? = nil) {}
}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }
    open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
    open var protocolClasses: [AnyClass]? { get { nil } set {} }
    open var httpShouldSetCookies: Bool { get { true } set {} }
    open var httpCookieStorage: HTTPCookieStorage? { get { nil } set {} }
    open var urlCache: URLCache? { get { nil } set {} }
    open var urlCredentialStorage: URLCredentialStorage? { get { nil } set {} }
    open var requestCachePolicy: URLRequest.CachePolicy { get { .useProtocolCachePolicy } set {} }
    open var timeoutIntervalForRequest: TimeInterval { get { 60 } set {} }
    open var timeoutIntervalForResource: TimeInterval { get { 60 } set {} }
    open var httpAdditionalHeaders: [AnyHashable: Any]? { get { nil } set {} }
    open var waitsForConnectivity: Bool { get { false } set {} }
}
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
extension URLSessionTaskDelegate {
    public func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {}
    public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {}
}
extension URLSessionDataDelegate {
    public func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {}
    public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {}
}
open class URLSessionTask: NSObject, @unchecked Sendable {
    public enum State: Int, Sendable { case running = 0, suspended = 1, canceling = 2, completed = 3 }
    open var taskIdentifier: Int { 0 }
    open var originalRequest: URLRequest? { nil }
    open var currentRequest: URLRequest? { nil }
    open var response: URLResponse? { nil }
    open var state: State { .running }
    open func cancel() {}
    open func suspend() {}
    open func resume() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {
    public enum ResponseDisposition: Int, Sendable { case cancel = 0, allow = 1, becomeDownload = 2, becomeStream = 3 }
    open class var shared: URLSession { URLSession(configuration: .default) }
    public init(configuration: URLSessionConfiguration) {}
    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}
    open var configuration: URLSessionConfiguration { .default }
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
    open func invalidateAndCancel() {}
    open func finishTasksAndInvalidate() {}
    @available(macOS 12.0, iOS 15.0, *)
    public func data(for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil) async throws
        -> (Data, URLResponse)
    { throw URLError(.unknown) }
}
public protocol URLProtocolClient: NSObjectProtocol {
    func urlProtocol(
        _ protocol: URLProtocol,
        wasRedirectedTo request: URLRequest,
        redirectResponse: URLResponse
    )
    func urlProtocol(
        _ protocol: URLProtocol,
        didReceive response: URLResponse,
        cacheStoragePolicy policy: URLCache.StoragePolicy
    )
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
}
open class URLProtocol: NSObject {
    open var client: (any URLProtocolClient)? { nil }
    open var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "")) }
    open var task: URLSessionTask? { nil }
    open class func canInit(with request: URLRequest) -> Bool { false }
    open class func canInit(with task: URLSessionTask) -> Bool { false }
    open class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }
    open func startLoading() {}
    open func stopLoading() {}
}
