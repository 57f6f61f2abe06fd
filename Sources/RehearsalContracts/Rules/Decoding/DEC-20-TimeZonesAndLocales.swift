import Rehearsal

/// The rule that values do not depend on the settings of the device, DEC-20.
enum TimeZonesAndLocales {
    /// A time zone whose offset is not a whole hour, and a locale with another calendar and other digits.
    private static let environment = ["TZ": "Asia/Kathmandu", "LANG": "th_TH.UTF-8", "LC_ALL": "th_TH.UTF-8"]

    static let rule = Rule(
        "DEC-20",
        profile: .extended,
        "Requests and decoded values are the same in every time zone and locale.",
        source: "RFC 3339 §4.1; Apple QA1480",
        dependsOn: ["DEC-06", "REQ-08", "REPO-01"]
    ) { call in
        guard call.declaration.isOutOfProcess else {
            throw NotApplicableError(
                "a client in the test process has its time zone and locale; rehearsal verify can test this rule"
            )
        }
        if call.isVoid, call.body == nil {
            throw NotApplicableError("\(call.name) neither returns a value nor sends a body")
        }
        var exercise = call.recordedCase
        exercise.request.environment = environment
        // The clause starts a process with these settings.
        exercise.estimatedDuration = .seconds(1)
        return [
            Rule.Draft("nepal", exercise) { exam in
                exam.expectValue()
                if let body = exam.operation.body { RequestRules.expectBody(&exam, body) }
            }
        ]
    }
}
