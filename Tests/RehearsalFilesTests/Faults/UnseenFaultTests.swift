import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalRedaction

@Suite("A fault that no client can see", .limitedConcurrency)
struct UnseenFaultTests {
    /// A fault in a reply with a body of ten bytes.
    private static func fault(_ text: String, _ mark: String, _ says: String) -> Mistake {
        .reply(#""text": "0123456789", "fault": \#(text)"#, .unobservableFault, mark, says)
    }

    private static func empty(_ text: String, _ mark: String, _ says: String) -> Mistake {
        .reply(#""status": 204, "fault": \#(text)"#, .unobservableFault, mark, says)
    }

    static let mistakes: [Mistake] = [
        fault(#"{ "effect": "close", "at": "end", "chance": 0 }"#, "0", #""chance" is 0"#),
        fault(#"{ "effect": "close", "at": "end", "chance": 0.0 }"#, "0.0", #""chance" is 0"#),
        fault(#"{ "effect": "close", "at": "end", "first": 0 }"#, "0", #""first" is 0"#),
        fault(#"{ "preset": "empty-response", "first": 0 }"#, "0", #""first" is 0"#),
        fault(
            #"{ "effect": "close", "at": { "body": 11 } }"#,
            #"{ "body": 11 }"#,
            "has 10 bytes, fewer than 11"
        ),
        fault(#"{ "preset": "limit_data", "bytes": 11 }"#, #""limit_data""#, "fewer than 11"),
        fault(#"{ "effect": "corrupt", "at": "body", "offsets": [0, 10] }"#, #""corrupt""#, "no byte 10"),
        fault(#"{ "effect": "replaceBytes", "at": "body", "text": "" }"#, #""replaceBytes""#, "replacement is empty"),
        fault(#"{ "effect": "wrongLength", "at": "head", "declares": 10 }"#, #""wrongLength""#, "is correct"),
        empty(
            #"{ "effect": "drip", "at": "body", "bytesPerSecond": 1 }"#,
            #""body""#,
            "empty, so no byte can be changed"
        ),
        empty(#"{ "effect": "slice", "at": "body", "size": 1 }"#, #""body""#, "is empty"),
        empty(#"{ "effect": "corrupt", "at": "body", "bytes": 1 }"#, #""body""#, "is empty"),
        empty(
            #"{ "effect": "close", "at": { "body": "50%" } }"#,
            #"{ "body": "50%" }"#,
            "it has been sent completely by then"
        ),
        .endpoint(
            #""head": "/", "replies": [{ "text": "x", "fault": { "effect": "close", "at": { "body": 1 } } }]"#,
            .unobservableFault,
            #"{ "body": 1 }"#,
            "a reply to HEAD has no body"
        ),
        .reply(
            #""raw": "x", "fault": { "effect": "wrongLength", "at": "head", "declares": 1 }"#,
            .unobservableFault,
            #""wrongLength""#,
            "sent as written"
        ),
        .reply(
            #""raw": "x", "fault": { "effect": "close", "at": "idle" }"#,
            .unobservableFault,
            #""idle""#,
            "never idle"
        ),
        .reply(
            #""events": [{ "data": 1 }, { "data": 2 }], "fault": { "effect": "corrupt", "at": "body", "bytes": 1 }"#,
            .unobservableFault,
            #""corrupt""#,
            "a stream of events"
        ),
    ]

    static let unreached: [Mistake] = [
        fault(
            #"[{ "effect": "drip", "at": "body", "bytesPerSecond": 1 }, "empty-response"]"#,
            #""body""#,
            "never occurs: close at beforeHead ends the reply"
        ),
        fault(
            #"[{ "effect": "extraBytes", "at": "end", "text": "x" }, { "effect": "close", "at": { "body": "50%" } }]"#,
            #""end""#,
            "close at body 50%"
        ),
        fault(
            #"[{ "effect": "delay", "by": "1s", "at": { "body": 6 } }, { "effect": "reset", "at": { "body": "50%" } }]"#,
            #"{ "body": 6 }"#,
            "reset at body 50%"
        ),
        fault(
            #"[{ "effect": "close", "at": "end" }, { "effect": "reset", "at": "idle" }]"#,
            #""idle""#,
            "close at end"
        ),
        fault(
            #"[{ "preset": "slow_close", "delay": "1s" }, { "effect": "reset", "at": "idle" }]"#,
            #""idle""#,
            "delay at end"
        ),
        fault(
            #"[{ "effect": "close", "at": "beforeHead", "first": 1 }, { "preset": "slow_close", "delay": "1s", "first": 1 }]"#,
            #""slow_close""#,
            "never occurs"
        ),
        fault(
            #"[{ "effect": "reset", "at": "idle" }, { "effect": "close", "at": "idle", "after": "1s" }]"#,
            #""idle""#,
            "one fault at idle"
        ),
        fault(
            #"[{ "effect": "delay", "by": "1s", "at": "requestBody" }, { "effect": "close", "at": { "requestBody": 5 } }]"#,
            #"{ "requestBody": 5 }"#,
            "one fault at requestBody"
        ),
    ]

    @Test(
        "Each fault that no client can see is a warning at its place, and the document loads.",
        arguments: mistakes + unreached
    )
    func mistake(_ mistake: Mistake) throws { try mistake.check(.warning) }

    @Test("A stall at requestBody gets a note that the kernel accepts small uploads, unless its time is limited.")
    func kernel() throws {
        try Self.fault(#"{ "effect": "stall", "at": "requestBody" }"#, #""stall""#, "8 MB").check(.note)
        #expect(
            try documentReply(#"{ "fault": { "effect": "stall", "at": "requestBody", "for": "1s" } }"#).faults.count
                == 1
        )
    }

    @Test(
        "A fault that a client can see is not reported.",
        arguments: [
            #"{ "effect": "close", "at": { "body": 10 } }"#, #"{ "effect": "corrupt", "at": "body", "offsets": [9] }"#,
            #"[{ "effect": "close", "at": { "body": 5 } }, { "effect": "drip", "at": "body", "bytesPerSecond": 1 }]"#,
            #"[{ "effect": "close", "at": { "body": 5 } }, { "effect": "delay", "by": "1s", "at": { "body": "50%" } }]"#,
            #"[{ "effect": "close", "at": "end" }, { "effect": "extraBytes", "at": "end", "text": "x" }]"#,
            #"[{ "effect": "close", "at": "beforeHead", "first": 1 }, { "effect": "drip", "at": "body", "bytesPerSecond": 1 }]"#,
            #"[{ "effect": "close", "at": "beforeHead", "first": 1 }, { "effect": "close", "at": "end" }]"#,
            #"[{ "effect": "close", "at": "beforeHead", "chance": 0.5 }, { "effect": "reset", "at": "end", "chance": 0.5 }]"#,
            #"[{ "effect": "close", "at": "idle", "first": 1 }, { "effect": "reset", "at": "idle", "skip": 1 }]"#,
            #"[{ "effect": "stall", "for": "1s", "at": "beforeHead" }, { "effect": "close", "at": "end" }]"#,
        ]
    )
    func seen(_ text: String) throws {
        _ = try documentReply(#"{ "text": "0123456789", "fault": \#(text) }"#)
    }

    @Test("A fault in a body that is invalid is not reported beside the error of the body.")
    func unread() throws {
        let fault = #""fault": { "effect": "close", "at": { "body": "50%" } }"#
        try Mistake.reply(#""base64": "*", \#(fault)"#, .badValue, #""*""#, "not valid Base64").check()
    }

    @Test("A position in a body of unknown length is not reported.")
    func unknown() throws {
        let fault = #""fault": { "effect": "close", "at": { "body": 500 } }"#
        _ = try documentReply(#"{ "text": "x", "headers": { "Transfer-Encoding": "chunked" }, \#(fault) }"#)
        _ = try documentReply(#"{ "events": [{ "data": 1 }], \#(fault) }"#)
        _ = try documentReply(#"{ "raw": "x", \#(fault) }"#)
    }
}
