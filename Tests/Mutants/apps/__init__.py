"""The mutants of the reference apps in Sources/ReferenceClients, and the rules or promises that must fail.

Each old text must occur in its file exactly once. Tests/Mutants/run --help says how the script uses the lists."""

from apps import boundaries, features, parking, shop, users

MUTANTS = parking.MUTANTS + users.MUTANTS + shop.MUTANTS + boundaries.MUTANTS + features.MUTANTS
