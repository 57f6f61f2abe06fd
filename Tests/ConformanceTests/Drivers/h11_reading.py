"""Parses streams of bytes with h11 as a server: each line of the given file, in hexadecimal, becomes a line of
JSON with the requests of the stream and its ending."""

import json
import sys

import h11


def read(data):
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 20)
    requests = []
    connection.receive_data(data)
    current = None
    try:
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                if current is None and not connection.trailing_data[0].strip(b"\r\n"):
                    return requests, "complete", ""
                return requests, "cut", ""
            if isinstance(event, h11.Request):
                current = {
                    "method": event.method.decode("latin1"),
                    "target": event.target.decode("latin1"),
                    "minorVersion": min(1, int(event.http_version[2:])),
                    "fields": [[n.decode("latin1"), v.decode("latin1")] for n, v in event.headers],
                    "body": "",
                }
            elif isinstance(event, h11.Data):
                current["body"] += bytes(event.data).hex()
            elif isinstance(event, h11.EndOfMessage):
                requests.append(current)
                current = None
                connection.send(h11.Response(status_code=404, headers=[("Content-Length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is h11.MUST_CLOSE or connection.their_state is h11.MUST_CLOSE:
                    return requests, "complete", ""
                connection.start_next_cycle()
            else:
                return requests, "refused", f"unexpected {type(event).__name__}"
    except h11.RemoteProtocolError as error:
        return requests, "refused", str(error)


with open(sys.argv[1]) as lines:
    for line in lines:
        requests, ending, reason = read(bytes.fromhex(line))
        print(json.dumps({"requests": requests, "ending": ending, "reason": reason}))
