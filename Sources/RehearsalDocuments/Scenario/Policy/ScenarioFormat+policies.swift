import Rehearsal

extension ScenarioFormat {
    static let auth = #"""
        a request to a path that "protects" names needs "Authorization: Bearer T" with a token that was issued in this
        run and still lasts; others get "denied" (401 if nothing is said) with WWW-Authenticate (RFC 6750)
        a preflight of CORS and the requests under "issues" are let in without
        "issues": the endpoint that answers such a request issues the string at "token" ("/access_token" if nothing is
          said) of its JSON reply; a string that was issued before is replaced by a fresh one, so a login may go on for
          ever with one reply; where no endpoint answers, the policy does, with all that a client needs
        "takes" is where the request's JSON body has its refresh token (or the field of a form: the last name of it), and
          where replies have one; what was not issued is answered 400 with "error": "invalid_grant"
        "rotates": true makes each refresh token good for one request; using one again revokes all that came of its login
        "lasts" is { "uses": 3 }, a duration ("60s"), or { "until": "name" }, which ends at `release name`; else for ever
          a use is a request that was let in, whatever answers it then: a quota that is used up, too
        """#

    static let quotas = #"""
        so many requests ("limit") are answered in a "window"; others get "reply" (429 if nothing is said)
        a window begins with the first request of its "key" and is as long as it is, whatever follows
        "key" is what requests that are counted together have in common: "target", "{name}", "header:Name" or
          "connection", as "per" of an endpoint; all are counted together if nothing is said
        "headers": "ietf" (RateLimit-Policy and RateLimit), "legacy" (X-RateLimit-…; Reset in seconds from now), "none"
        "retryAfter": "seconds", "date" or "none"
        what is refused counts nowhere; a request that several quotas count for needs room in all of them
        """#

    static let idempotency = #"""
        the reply to the first request with a key is saved and given again to each that repeats it, byte for byte; no
          endpoint takes a turn for that, and nothing that went wrong with the first goes wrong again
        409 while the first is being answered (so a "hold" or a "delay" shows it), 422 for the same key on another request,
        400 without a key where it is "required"
        a reply that was lost through a fault from beforeHead on was applied, so it is saved
        one object, or a list of them; the header is Idempotency-Key if nothing is said
        """#

    static let resources = #"""
        GET lists (with filters by members: ?status=open), POST creates; GET, PUT, PATCH (RFC 7396) and DELETE of one item
        under "at" and its id; 404, 405, 409, 422, ETag with If-None-Match and If-Match
        "items" is a list of objects, { "recording": "reservations/list" } or { "file": "items.json" }
        "id" is the member that tells them apart; "ids" says what is made for one that has none: "integer" or "uuid"
        "paging": "page" (?page=2&limit=20), "offset" (?offset=20&limit=20) or "none"; "pageSize" without a limit
          X-Total-Count and Link (RFC 8288) say where the rest is
        "envelope": "data" puts lists into { "data": [ … ] }, and looks for recorded items there
        endpoints come before resources, so a fault or a 503 can be laid on; noise comes after them
        """#
}
