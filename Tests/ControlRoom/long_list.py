"""The check of a long list: bounded memory, few elements, and smooth scrolling."""

import socket
import threading

from checks import expect

#: The rows that the page keeps; CAPACITY in room-list.js.
CAPACITY = 100_000
#: The bound of the memory of the page for so many rows, in bytes.
MEMORY = 200 << 20
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


def a_long_list(make, server):
    room = make()
    page = room.page
    count = room.options.exchanges
    send(server, count)
    page.wait_for_function("""(count) => {
        const shown = Number(document.getElementById('list').getAttribute('aria-rowcount')) - 1;
        const dropped = Number(/^[0-9]+/.exec(document.getElementById('dropped').textContent)?.[0] ?? 0);
        return shown + dropped >= Math.min(count, 90000);
    }""", arg=count, timeout=300000)
    page.evaluate("window.gc && window.gc()")
    memory = page.evaluate("performance.memory.usedJSHeapSize")
    rows = int(page.get_attribute("#list", "aria-rowcount")) - 1
    dropped = page.text_content("#dropped")
    elements = page.locator(".rows .row").count()
    frames = page.evaluate(FRAMES)
    print(f"    {count} exchanges sent, {rows} rows, {memory / 1e6:.0f} MB of memory, {elements} row elements, "
          f"{frames:.0f} frames a second; {dropped or 'none dropped'}", flush=True)
    expect(rows <= CAPACITY, f"the page has {rows} rows")
    expect(memory < MEMORY, f"the page uses {memory} bytes")
    expect(elements < 150, f"the list has {elements} row elements")
    if count >= CAPACITY:
        # A speed is measured on an idle machine, and not in every run of the checks.
        expect(frames > 30, f"{frames} frames a second")
    page.fill("#filter", "status:200")
    page.wait_for_timeout(300)
    room.shot("long-list")


ALL = [a_long_list]
