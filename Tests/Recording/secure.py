"""A small backend with TLS, and the certificate authority that signed its certificate."""

import subprocess
import sys
from pathlib import Path

import services

LARGE = bytes(range(256)) * 2_000
PROGRAM = """
import http.server, ssl, sys
sys.path.insert(0, sys.argv[2])
import secure

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        body = secure.LARGE if self.path == "/large" else b"hello over TLS"
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream" if self.path == "/large" else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *words): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1] + "/server.pem", sys.argv[1] + "/server.key")
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_port, flush=True)
server.serve_forever()
"""


def make_certificates(folder):
    """Makes a certificate authority, and a certificate for localhost."""

    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, timeout=30, capture_output=True, cwd=folder)

    Path(folder, "names").write_text("subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=only for this run")
    openssl("req", "-new", *curve, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
            "-extfile", "names", "-out", "server.pem")


def start(folder):
    """Starts the service, and returns it with the path of the authority's certificate."""
    make_certificates(folder)
    here = str(Path(__file__).resolve().parent)
    return services.Service([sys.executable, "-c", PROGRAM, str(folder), here]), f"{folder}/ca.pem"
