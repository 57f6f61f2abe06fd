import Rehearsal

/// What a preset is told by, as documents write it: the attributes have the names that Toxiproxy gives them.
struct PresetGrammar {
    let name: String
    var needs: [String] = []
    var may: [String] = []
    let example: String

    var attributes: [String] { needs + may }

    static let all =
        Fault.Preset.plain.prefix { $0.name != "timeout" }.map { PresetGrammar(name: $0.name, example: $0.name.quoted) }
        + [
            PresetGrammar(
                name: "latency",
                needs: ["latency"],
                may: ["jitter"],
                example: #"{ "preset": "latency", "latency": "100ms", "jitter": "20ms" }"#
            ),
            PresetGrammar(
                name: "bandwidth",
                needs: ["rate"],
                example: #"{ "preset": "bandwidth", "rate": "20KB/s" }"#
            ),
            PresetGrammar(
                name: "slow_close",
                needs: ["delay"],
                example: #"{ "preset": "slow_close", "delay": "2s" }"#
            ),
            PresetGrammar(
                name: "timeout",
                may: ["timeout"],
                example: #"{ "preset": "timeout", "timeout": "5s" }"#
            ),
            PresetGrammar(
                name: "reset_peer",
                may: ["timeout"],
                example: #"{ "preset": "reset_peer", "timeout": "500ms" }"#
            ),
            PresetGrammar(
                name: "slicer",
                needs: ["average_size"],
                may: ["delay", "size_variation"],
                example: #"{ "preset": "slicer", "average_size": 64, "delay": "10ms" }"#
            ),
            PresetGrammar(
                name: "limit_data",
                needs: ["bytes"],
                example: #"{ "preset": "limit_data", "bytes": 1024 }"#
            ),
        ]

    /// Toxiproxy's eighth toxic, which is about connections and so about the session.
    static let down = "down"

    static func named(_ name: String) -> PresetGrammar? { all.first { $0.name == name } }
}
