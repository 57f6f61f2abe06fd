import Rehearsal
import RehearsalContracts

extension DeclaredFeatures {
    /// What a hello says of them; what it leaves out, the client cannot do.
    init(_ value: MessageValue) throws(MessageError) {
        self.init()
        guard case .object = value.json else { throw value.wrong("an object") }
        fallback = try value["fallback"]?.word() ?? .none
        authRefresh = try value["authRefresh"].flatMap { value throws(MessageError) in
            value.json == false ? nil : try AuthRefresh(value)
        }
        idempotencyKey = try value["idempotencyKey"]?.fieldName()
        pagination = try value["pagination"]?.word()
        unknownEnum = try value["unknownEnum"]?.word() ?? .fail
        cancellation = try value["cancellation"]?.bool() ?? false
        deadline = try value["deadline"]?.bool() ?? false
        problemJSON = try value["problemJSON"]?.bool() ?? false
        validators = try value["validators"]?.bool() ?? false
        clockInjection = try value["clockInjection"]?.bool() ?? false
        parallel = try value["parallel"]?.bool() ?? false
        refusesContentType = try value["refusesContentType"]?.bool()
        asksOnlyOnline = try value["asksOnlyOnline"]?.bool() ?? false
    }

    /// As a hello says it.
    var message: JSON {
        .message([
            "fallback": .string(fallback.rawValue),
            "authRefresh": authRefresh?.message,
            "idempotencyKey": idempotencyKey.map { .string($0) },
            "pagination": pagination.map { .string($0.rawValue) },
            "unknownEnum": .string(unknownEnum.rawValue),
            "cancellation": .bool(cancellation),
            "deadline": .bool(deadline),
            "problemJSON": .bool(problemJSON),
            "validators": .bool(validators),
            // A clock cannot be handed to another process.
            "clockInjection": false,
            "parallel": .bool(parallel),
            "refusesContentType": refusesContentType.map { .bool($0) },
            "asksOnlyOnline": .bool(asksOnlyOnline),
        ])
    }
}

extension DeclaredFeatures.AuthRefresh {
    /// `true` for what is customary, or an object that says where, how, and what is answered.
    init(_ value: MessageValue) throws(MessageError) {
        self.init()
        if value.json == true { return }
        guard case .object = value.json else { throw value.wrong("true, false or an object") }
        method = try value["method"]?.method() ?? method
        path = try value["path"]?.path() ?? path
        guard let reply = value["reply"] else { return }
        self.reply = reply.json
        if !bringsToken { throw reply.wrong(Self.replyForm) }
    }

    var message: JSON { ["method": .string(method.rawValue), "path": .string(path), "reply": reply] }
}
