import Rehearsal

/// A Handlebars template as a tree.
package struct HandlebarsTemplate {
    let nodes: [Node]

    init(_ text: String) throws(Malformed) {
        var parser = try HandlebarsParser(text)
        nodes = try parser.parse()
    }

    /// A part of a template.
    package indirect enum Node {
        case text(String)
        case output(Output)
        case block(Block)
    }

    /// A tag whose value is written in its place.
    package struct Output {
        var expression: Expression
        /// Whether the tag has three braces, so that its value is written without escapes.
        var isRaw: Bool
        /// The tag with its braces.
        var source: String
    }

    /// A tag that opens a block, with the nodes up to the tag that closes it.
    package struct Block {
        var call: Call
        var content: [Node] = []
        /// The nodes after `{{else}}`.
        var otherwise: [Node] = []
        /// The names between bars: `as |item index|`.
        var names: [String] = []
        /// The opening tag with its braces.
        var source: String
    }

    /// A value in a tag.
    indirect enum Expression {
        case literal(JSON)
        /// A variable: `this.name`, `@index`.
        case name(String)
        case call(Call)
    }

    /// A helper with its arguments.
    struct Call {
        var name: String
        var arguments: [Expression] = []
        /// The arguments that are written as `name=value`.
        var options: [Option] = []
    }

    struct Option {
        var name: String
        var value: Expression
    }

    /// The reason why a text is not a template, or why a tag has no translation.
    struct Malformed: Error {
        /// The tag with its braces.
        var source: String
        var problem: String
    }
}
