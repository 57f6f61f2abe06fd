"""The check of a long list: bounded memory, few elements, and smooth scrolling."""

import json
import socket
import threading

from checks import expect

#: The rows that the page keeps; CAPACITY in room-list.js.
CAPACITY = 100_000
#: The bound of the memory of the page for so many rows, in bytes.
MEMORY = 200 << 20
#: The number of exchanges that are sent before the page must show them.
PIECE = 10_000
#: The number of frames a second that scrolling must exceed, and the maximum number of measurements of two seconds.
MINIMUM_FRAMES, MEASUREMENTS = 30, 10
FRAMES = """async () => {
    const list = document.getElementById('list');
    const step = list.scrollHeight / 120;
    let frames = 0;
    const begin = performance.now();
    while (performance.now() - begin < 2000) {
        list.scrollTop = (list.scrollTop + step) % list.scrollHeight;
        await new Promise(requestAnimationFrame);
        frames += 1;
    }
    return frames / ((performance.now() - begin) / 1000);
}"""


def send(server, count):
    """Sends requests on one connection, pipelined."""
    part = b"GET /steps HTTP/1.1\r\nHost: a\r\nUser-Agent: checks\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        def read():
            while connection.recv(1 << 20):
                pass

        reader = threading.Thread(target=read)
        reader.start()
        for start in range(0, count, 100):
            connection.sendall(part * min(100, count - start))
        connection.shutdown(socket.SHUT_WR)
        reader.join()


def numbers(page, count):
    """Waits until the page accounts for a number of exchanges: its rows, the dropped and the earlier ones."""
    script = """(count) => {
        const number = (id, pattern) => Number(pattern.exec(document.getElementById(id).textContent)?.[1] ?? 0);
        const rows = Number(document.getElementById('list').getAttribute('aria-rowcount')) - 1;
        const dropped = document.getElementById('dropped').hidden ? 0 : number('dropped', /^([0-9]+)/);
        const earlier = number('count', /without ([0-9]+) earlier/);
        return rows + dropped + earlier >= count ? [rows, dropped, earlier] : null;
    }"""
    return page.wait_for_function(script, arg=count, timeout=300000).json_value()


def the_capacity(make, server):
    """The page keeps exactly the latest rows up to its capacity, and counts the earlier ones."""
    found = make().page.evaluate("""async () => {
        const { CAPACITY, Store } = await import("/room-list.js");
        const store = new Store();
        for (let number = 0; number < CAPACITY + 50; number += 1) {
            store.add({ number });
            if (number === 7) store.addMark({ number: 1 });
            if (number % 9 === 0) store.trim();
        }
        store.trim();
        return [store.rows.length, store.rows[0].number, store.rows.at(-1).number, store.earlier, store.byNumber.size];
    }""")
    expect(found == [CAPACITY, 50, CAPACITY + 49, 50, CAPACITY], f"{found}")


def scrolling_at_the_capacity(make, server):
    """Rows that are removed from the start of the list do not move the visible rows, also while the list is paused."""
    room = make()
    page = room.page
    waiting = []

    def send_events(first, end):
        """Replies to the page's request for events with exchanges, and ends the reply, so that the page asks again."""
        while not waiting:
            page.wait_for_timeout(20)
        exchange = '{{"number":{0},"connection":0,"exchange":{0},"at":{0},"method":"GET","target":"/{0}","decision":"reply","status":200,"requestBytes":0,"replyBytes":9,"duration":1,"end":"completed"}}'.format
        hello = json.dumps({"startedAt": "2026-01-01T00:00:00.000Z", "continued": first > 0, "session": "main", "requests": 0})
        parts = [f"event: hello\ndata: {hello}"]
        for start in range(first, end, 500):
            exchanges = ",".join(map(exchange, range(start, min(start + 500, end))))
            parts.append(f'event: exchanges\ndata: {{"exchanges":[{exchanges}]}}')
        parts.append(f"id: {end}\nevent: position\ndata: {{}}\n\n")
        waiting.pop().fulfill(status=200, content_type="text/event-stream", body="\n\n".join(parts))

    def counted(text):
        page.wait_for_function("(text) => document.getElementById('count').textContent.includes(text)", arg=text)

    page.goto("about:blank")
    page.route("**/events?*", lambda route: waiting.append(route))
    page.goto(server.url)
    send_events(0, CAPACITY)
    room.wait_for_rows(CAPACITY)
    page.evaluate("document.getElementById('list').scrollTop = 5000 * 28")
    page.wait_for_function("() => Array.from(document.querySelectorAll('.rows .row')).some((row) => row.textContent.includes('/5003'))")
    first = room.rows()[0][2]
    send_events(CAPACITY, CAPACITY + 300)
    counted("without 300 earlier exchanges")
    expect(room.rows()[0][2] == first, f"the first visible row was {first} and is {room.rows()[0][2]}")
    page.click("#pause")
    send_events(CAPACITY + 300, CAPACITY + 6000)
    counted("5700 hidden or waiting, without 6000 earlier exchanges")
    expect(room.rows()[0][2] == first, f"the first visible row was {first} and is {room.rows()[0][2]}")
    page.click("#pause")
    counted(f"{CAPACITY} of {CAPACITY}, without 6000 earlier exchanges")
    page.focus("#list")
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.rows .row.selected')?.textContent.includes('/6000')")


def a_long_list(make, server):
    room = make()
    page = room.page
    count = room.options.exchanges
    # The server skips no exchange of a piece of this size, however slow it is.
    for start in range(0, count, PIECE):
        end = min(start + PIECE, count)
        send(server, end - start)
        rows, dropped, earlier = numbers(page, end)
    expect((dropped, earlier) == (0, count - rows), f"{dropped} dropped and {earlier} earlier exchanges of {count}")
    expect(rows == min(count, CAPACITY), f"{rows} rows of {count} exchanges")
    page.evaluate("window.gc && window.gc()")
    memory = page.evaluate("performance.memory.usedJSHeapSize")
    elements = page.locator(".rows .row").count()
    # Another program may use the processors for a while. The page is slow only if every measurement is.
    frames = 0
    for _ in range(MEASUREMENTS):
        frames = max(frames, page.evaluate(FRAMES))
        if frames > MINIMUM_FRAMES:
            break
    print(f"    {count} exchanges sent, {rows} rows, {memory / 1e6:.0f} MB of memory, {elements} row elements, "
          f"{frames:.0f} frames a second", flush=True)
    expect(memory < MEMORY, f"the page uses {memory} bytes")
    expect(elements < 150, f"the list has {elements} row elements")
    expect(frames > MINIMUM_FRAMES, f"{frames} frames a second")
    if count >= CAPACITY:
        send(server, 500)
        found = numbers(page, count + 500)
        expect(found == [CAPACITY, 0, count + 500 - CAPACITY], f"{found} rows, dropped and earlier exchanges")
    page.fill("#filter", "status:200")
    page.wait_for_timeout(300)
    room.shot("long-list")


ALL = [the_capacity, scrolling_at_the_capacity, a_long_list]
