import Rehearsal
import RehearsalContracts

extension WrittenReport.Map {
    var json: JSON {
        [
            "operation": .string(operation),
            "families": .texts(families.map(\.rawValue)),
            "fields": .array(rows.map(\.json)),
        ]
    }

    init(json: JSON) {
        operation = json.text("operation") ?? ""
        families = json.texts("families").compactMap(Mutation.Family.init(rawValue:))
        rows = json.elements("fields").map(WrittenReport.MapRow.init(json:))
    }
}

extension WrittenReport.MapRow {
    fileprivate var json: JSON {
        [
            "field": .string(field),
            "kind": .text(kind),
            "isRequired": isRequired.map { .bool($0) } ?? .null,
            "changes": .array(changes.map(\.json)),
        ]
    }

    fileprivate init(json: JSON) {
        (field, kind) = (json.text("field") ?? "", json.text("kind"))
        isRequired = if case .bool(let value)? = json["isRequired"] { value } else { nil }
        changes = json.elements("changes").compactMap(WrittenReport.MapChange.init(json:))
    }
}

extension WrittenReport.MapChange {
    fileprivate var json: JSON {
        [
            "mutation": .string(mutation), "family": .string(family.rawValue), "effect": .string(effect.rawValue),
            "detail": .string(detail), "clause": .string(clause),
        ]
    }

    fileprivate init?(json: JSON) {
        guard let family = json.text("family").flatMap(Mutation.Family.init(rawValue:)),
            let effect = json.text("effect").flatMap(ProbeEffect.Kind.init(rawValue:))
        else { return nil }
        (self.family, self.effect, mutation) = (family, effect, json.text("mutation") ?? "")
        (detail, clause) = (json.text("detail") ?? "", json.text("clause") ?? "")
    }
}
