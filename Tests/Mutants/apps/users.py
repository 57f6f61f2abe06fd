"""The mutants of the reference app users."""

from mutant import app_mutant as mutant, source

MUTANTS = [
    mutant(
        "users-camel-case", "users",
        "A key is looked up in camel case.",
        source("Users/Users.swift", 'case userName = "user_name"', "case userName"),
        caught_by="DEC-06",
    ),
    mutant(
        "users-image-lost", "users",
        "An optional field is looked up under another key, and is always nil.",
        source("Users/Users.swift", "case profileImage\n", 'case profileImage = "profile_image"\n'),
        caught_by="DEC-06",
    ),
    mutant(
        "users-upper-case-id", "users",
        "The identifier in a path is sent in upper case.",
        source("Users/Users+UserRepository.swift", "\\(id.uuidString.lowercased())", "\\(id.uuidString)"),
        caught_by="REQ-01",
    ),
    mutant(
        "users-one-sort-key", "users",
        "Users with the same name are not sorted by the time of registration.",
        source(
            "Users/Users+UserListViewModel.swift",
            "{ ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }",
            "{ $0.name < $1.name }",
        ),
        caught_by="USERS-06",
    ),
    mutant(
        "users-one-time-twice", "users",
        "The time of the last change is shown as the time of registration.",
        source("Users/Users.swift", "createdAt: createdAt.date,", "createdAt: updatedAt.date,"),
        caught_by="REPO-01",
        also_red={"USERS-06": "The promise sorts by the time of registration."},
    ),
    mutant(
        "users-failure-is-empty", "users",
        "The use case returns an empty list after every failure.",
        source(
            "Users/Users+UserListViewModel.swift",
            "try await repository.getUsers().sorted { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }",
            "(try? await repository.getUsers().sorted { ($0.name, $0.createdAt) < ($1.name, $1.createdAt) }) ?? []",
        ),
        caught_by="SCREEN-FAILURE-users",
        also_red={"USERS-05": "The promise is that a failure sets the message and keeps the users."},
    ),
    mutant(
        "users-raw-decoding-error", "users",
        "The list is decoded outside of the client, and its DecodingError is not wrapped.",
        source(
            "Users/Users+UserRepository.swift",
            '            try await client.request(Endpoint(.get, "/users"))\n',
            '            let body: Data = try await client.request(Endpoint(.get, "/users"))\n'
            "            return try JSONDecoder().decode([UserDTO].self, from: body)\n",
        ),
        caught_by="ERR-01",
    ),
    mutant(
        "users-three-successes", "users",
        "Only 200, 201 and 204 are successes.",
        source(
            "HTTP/HTTPResponse.swift",
            "(200..<300).contains(status) && status != 206",
            "[200, 201, 204].contains(status)",
        ),
        caught_by="STAT-01",
        also_red={"USERS-01": "The promise has a 299 that is a success."},
    ),
    mutant(
        "users-load-goes-on", "users",
        "Leaving the list does not cancel its request.",
        source(
            "Users/Users+UserListViewModel.swift",
            "await list.load(getUsers.execute)",
            "await Task { await self.list.load(self.getUsers.execute) }.value",
        ),
        caught_by="SCREEN-LEAVING-users",
        also_red={"USERS-04": "The promise is about leaving the list while it loads."},
    ),
    mutant(
        "users-bad-url-is-nil", "users",
        "A profile image whose text is not a URL becomes nil.",
        source("Users/Users.swift", "        var profileImage: URL?\n", "        var profileImage: String?\n"),
        source(
            "Users/Users.swift",
            "profileImage: profileImage,\n",
            "profileImage: profileImage.flatMap { URL(string: $0) },\n",
        ),
        caught_by="DEC-19",
    ),
    mutant(
        "users-failure-clears-list", "users",
        "A failed fetch removes the users from the list.",
        source(
            "Loading/LoadedList.swift",
            "case .failure(let error): state.errorMessage = error.messageForUser",
            "case .failure(let error): state = ListState(errorMessage: error.messageForUser)",
        ),
        caught_by="USERS-05",
    ),
    mutant(
        "users-start-waits", "users",
        "The start of the app waits for its configuration.",
        source(
            "Configuration/ConfigurationService.swift",
            "Task { await configuration.refresh() }",
            "await configuration.refresh()",
        ),
        caught_by="USERS-START-01",
    ),
]
