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
        """#
}
