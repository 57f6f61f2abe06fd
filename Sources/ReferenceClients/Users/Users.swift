/// The app that shows users.
///
/// Its types are nested here, because other apps have users too. A request is described by the ``Endpoint`` and the
/// ``HTTPMethod`` of all apps, which have the shape that its team writes down.
public enum Users {}
