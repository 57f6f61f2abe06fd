import TestAdmission
import Testing

@testable import Rehearsal
@testable import RehearsalDocuments
@testable import RehearsalRedaction

@Suite("Errors in a fault", .limitedConcurrency)
struct FaultErrorTests {
    private static func fault(_ text: String, _ code: Diagnostic.Code, _ mark: String, _ says: String) -> Mistake {
        .reply(#""text": "0123456789", "fault": \#(text)"#, code, mark, says)
    }

    static let shapes: [Mistake] = [
        fault("5", .wrongType, "5", "an object or a preset's name"),
        fault("[]", .badValue, "[]", "no fault would occur"),
        fault(#"[["timeout"]]"#, .wrongType, #"["timeout"]"#, "found a list"),
        fault(#"{ "at": "end" }"#, .missingKey, "{", #"needs an "effect" write "effect": "reset""#),
        fault(#"{ "effect": "close" }"#, .missingKey, "{", #"for example { "effect": "close", "at": "afterHead" }"#),
        fault(#"{ "effect": "rest", "at": "end" }"#, .badValue, #""rest""#, #"did you mean "reset"?"#),
        fault(#"{ "effect": "close", "at": "end", "when": 1 }"#, .unknownKey, #""when""#, "a fault has effect, at"),
        fault(#"{ "effect": "close", "at": "edn" }"#, .badValue, #""edn""#, #"did you mean "end"?"#),
        fault(#"{ "effect": "close", "at": 5 }"#, .wrongType, "5", #"{ "body": "50%" }"#),
        fault(#"{ "effect": "close", "at": {} }"#, .badValue, "{}", "has no stage"),
        fault(#"{ "effect": "close", "at": { "end": 1 } }"#, .unknownKey, #""end""#, "requestBody, head, body"),
        fault(#"{ "effect": "close", "at": { "head": 1, "body": 2 } }"#, .badValue, #""body""#, "more than one stage"),
        fault(#"{ "effect": "close", "at": { "body": "120%" } }"#, .badValue, #""120%""#, "from 0% to 100%"),
        fault(#"{ "effect": "close", "at": { "head": "50" } }"#, .badValue, #""50""#, #"such as "50%""#),
        fault(#"{ "effect": "close", "at": { "body": -1 } }"#, .badValue, "-1", "0 or more"),
        fault(#"{ "effect": "close", "at": { "body": null } }"#, .wrongType, "null", "a number or a percentage"),
        fault(#"{ "effect": "close", "at": "end", "on": "nextRequest" }"#, .conflict, #""on""#, "only a fault at idle"),
        fault(
            #"{ "effect": "close", "at": { "body": 1 }, "after": "1s" }"#,
            .conflict,
            #""after""#,
            "only a fault at idle"
        ),
        fault(#"{ "effect": "close", "at": "idle", "on": "next" }"#, .badValue, #""next""#, #""nextRequest""#),
        fault(
            #"{ "effect": "close", "at": "idle", "after": "1s", "on": "nextRequest" }"#,
            .conflict,
            #""on""#,
            "not both"
        ),
        fault(
            #"{ "effect": "delay", "by": "1s", "at": "idle", "after": "1s" }"#,
            .badValue,
            #""1s""#,
            "nothing to delay"
        ),
        fault(
            #"[{ "effect": "close", "at": "end" }, { "effect": "reset", "at": { "body": 1 } }]"#,
            .conflict,
            #""reset""#,
            "close at end and reset at body 1 would both end the reply"
        ),
        fault(
            #"[{ "effect": "reset", "at": "end", "first": 1 }, "timeout", "empty-response"]"#,
            .conflict,
            #""empty-response""#,
            "stall at beforeHead and close at beforeHead would both end the reply"
        ),
        fault(
            #"[{ "preset": "timeout", "first": 2 }, { "preset": "reset_peer", "first": 2 }]"#,
            .conflict,
            #""reset_peer""#,
            "separate them"
        ),
    ]

    static let combinations: [Mistake] = [
        .endpoint(#""get": "/", "until": {}, "headers": {}"#, .missingKey, "{", "nothing to apply to other endpoints"),
        .endpoint(
            """
            "get": "/", "fault": { "effect": "reset", "at": "head" }, "replies": [{}, { "fault": "empty-response" }, \
            { "fault": { "effect": "close", "at": "end" } }]
            """,
            .conflict,
            #""empty-response""#,
            "would both end the reply"
        ),
        .endpoint(
            """
            "post": "/", "when": { "body": { "text": "x" } }, "replies": [{ "fault": { "effect": "close", "at": "requestBody" } }]
            """,
            .conflict,
            #"{ "effect": "close", "at": "requestBody" }"#,
            "on which the match depends"
        ),
        .endpoint(
            #""post": "/", "when": { "form": { "a": "x" } }, "fault": { "effect": "close", "at": "requestBody" }"#,
            .conflict,
            #"{ "effect": "close", "at": "requestBody" }"#,
            "on which the match depends"
        ),
    ]

    @Test(
        "A conflict between an endpoint and its reply is reported at the fault that can never take effect.",
        arguments: combinations
    )
    func together(_ mistake: Mistake) throws { try mistake.check() }

    static let attributes: [Mistake] = [
        fault(
            #"{ "effect": "close", "at": "end", "for": "1s" }"#,
            .conflict,
            #""for""#,
            "close has no attributes for example {"
        ),
        fault(
            #"{ "effect": "drip", "at": "body", "bytesPerSecond": 1, "size": 1 }"#,
            .conflict,
            #""size""#,
            #"drip has "bytesPerSecond""#
        ),
        fault(#"{ "effect": "stall", "at": "end", "for": "soon" }"#, .badValue, #""soon""#, "not a duration"),
        fault(#"{ "effect": "stall", "at": "end", "for": "0s" }"#, .badValue, #""0s""#, "must be more than 0"),
        fault(
            #"{ "effect": "delay", "at": "end" }"#,
            .missingKey,
            #""delay""#,
            #"delay needs "by" for example { "effect": "delay""#
        ),
        fault(#"{ "effect": "drip", "at": "body" }"#, .missingKey, #""drip""#, #""bytesPerSecond": 10"#),
        fault(
            #"{ "effect": "drip", "at": "body", "bytesPerSecond": 0 }"#,
            .badValue,
            "0",
            #"found 0 for example { "effect": "drip""#
        ),
        fault(#"{ "effect": "slice", "at": "body" }"#, .missingKey, #""slice""#, #"slice needs "size""#),
        fault(#"{ "effect": "slice", "at": "body", "size": 0 }"#, .badValue, "0", "from 1"),
        fault(
            #"{ "effect": "slice", "at": "body", "size": 9223372036854775807 }"#,
            .badValue,
            "9223372036854775807",
            "to 1073741824"
        ),
        fault(#"{ "effect": "slice", "at": "body", "size": 1, "every": "x" }"#, .badValue, #""x""#, "not a duration"),
        fault(#"{ "effect": "slice", "at": "body", "size": 1, "every": true }"#, .wrongType, "true", "or a duration"),
        fault(#"{ "effect": "corrupt", "at": "body" }"#, .missingKey, #""corrupt""#, #""bytes" or "offsets""#),
        fault(#"{ "effect": "corrupt", "at": "body", "bytes": 0 }"#, .badValue, "0", "from 1"),
        fault(
            #"{ "effect": "corrupt", "at": "body", "bytes": 1, "offsets": [1] }"#,
            .conflict,
            #""offsets""#,
            "not both"
        ),
        fault(#"{ "effect": "corrupt", "at": "body", "offsets": [] }"#, .badValue, "[]", "no byte would change"),
        fault(
            #"{ "effect": "corrupt", "at": "body", "offsets": [1, 2, 1] }"#,
            .badValue,
            "1",
            "second change restores the byte"
        ),
        fault(#"{ "effect": "corrupt", "at": "body", "offsets": [-1] }"#, .badValue, "-1", "from 0"),
        fault(#"{ "effect": "replaceBytes", "at": "body" }"#, .missingKey, #""replaceBytes""#, #""text" or "base64""#),
        fault(
            #"{ "effect": "replaceBytes", "at": "body", "text": "a", "base64": "" }"#,
            .conflict,
            #""base64""#,
            "not both"
        ),
        fault(#"{ "effect": "replaceBytes", "at": "body", "base64": "*" }"#, .badValue, #""*""#, "not valid Base64"),
        fault(
            #"{ "effect": "replaceBytes", "at": { "head": 5 }, "text": "x" }"#,
            .badValue,
            "5",
            #"the whole head, so "at" cannot have a position write "at": "head""#
        ),
        fault(
            #"{ "effect": "wrongLength", "at": { "head": "1%" }, "declares": 1 }"#,
            .badValue,
            #""1%""#,
            "Content-Length"
        ),
        fault(#"{ "effect": "wrongLength", "at": "head" }"#, .missingKey, #""wrongLength""#, #""declares": 1000"#),
        fault(#"{ "effect": "wrongLength", "at": "head", "declares": "x" }"#, .wrongType, #""x""#, "a number"),
        fault(#"{ "effect": "extraBytes", "at": "end", "text": "" }"#, .badValue, #""""#, "at least one byte"),
    ]

    static let occurrences: [Mistake] = [
        fault(#"{ "effect": "close", "at": "end", "first": -1 }"#, .badValue, "-1", "0 or more"),
        fault(#"{ "effect": "close", "at": "end", "skip": "1" }"#, .wrongType, #""1""#, "a number"),
        fault(
            #"{ "effect": "close", "at": "end", "every": 0 }"#,
            .badValue,
            "0",
            #"1 or more for "every", found 0 write "every": 3"#
        ),
        fault(
            #"{ "effect": "close", "at": "end", "every": "20ms" }"#,
            .wrongType,
            #""20ms""#,
            #"a number of requests for "every" (only the effect slice accepts a duration)"#
        ),
        fault(#"{ "effect": "close", "at": "end", "chance": 1.5 }"#, .badValue, "1.5", "from 0 to 1"),
        fault(#"{ "effect": "close", "at": "end", "chance": "30%" }"#, .wrongType, #""30%""#, #"write "chance": 0.3"#),
    ]

    @Test(
        "Each mistake is reported at its place, and nothing else is reported.",
        arguments: shapes + attributes + occurrences
    )
    func mistake(_ mistake: Mistake) throws { try mistake.check() }

    @Test(
        "An effect at a stage that does not support it is reported at the stage, with the reason.",
        arguments: EffectGrammar.all.flatMap { grammar in
            Fault.stages(of: .close).filter { !grammar.stages.contains($0) }.map { (grammar.name, $0) }
        }
    )
    func illegal(_ name: String, _ stage: String) throws {
        let grammar = try #require(EffectGrammar.named(name))
        let attributes = grammar.example.split(separator: ",").dropFirst(2).map { "," + $0 }.joined()
        let end = attributes.isEmpty ? " }" : ""
        // `body` without a position would be another mistake, but no illegal pair contains it.
        let text = #"{ "effect": "\#(name)", "at": "\#(stage)"\#(attributes)\#(end)"#
        try Self.fault(text, .badValue, "\"\(stage)\"", "\(name) at \(stage) is not a valid fault").check()
    }

    @Test(
        "An effect at a point of the body requires a position.",
        arguments: [
            #""close""#, #""reset""#, #""halfClose""#, #""stall""#, #""delay", "by": "1s""#,
        ]
    )
    func body(_ effect: String) throws {
        let text = #"{ "effect": \#(effect), "at": "body" }"#
        try Self.fault(text, .badValue, #""body""#, #"needs a position write { "body": 1024 }"#).check()
    }
}
