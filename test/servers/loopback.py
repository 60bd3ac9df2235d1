#!/usr/bin/env python3
"""loopback.py FOLDER: an HTTP server on loopback for the suites.

Prints its port, then keeps each request as FOLDER/requests (JSON lines). The path says how it behaves:
  /ok           204
  /fail         500 with a text
  /flaky        500 the first time, then 204
  /redirect     302 to /ok
  /hang         takes the request and never answers
  /flood        200 and a body without end
  /not-http     something else
  /file/NAME    the file FOLDER/NAME, 404 when it is not there; NAME may change between requests
  /told         204, and writes a line to the FIFO FOLDER/told
With FOLDER/cert.pem (certificate and key) it speaks TLS. Ends when its standard input does.
"""
import json
import os
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

folder = sys.argv[1]
lock = threading.Lock()
seen = set()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, status, body=b"", headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self):
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size).decode("utf-8", "replace")
        with lock:
            first = self.path not in seen
            seen.add(self.path)
            with open(os.path.join(folder, "requests"), "a") as out:
                headers = {k.lower(): v for k, v in self.headers.items()}
                out.write(json.dumps({"method": self.command, "path": self.path, "headers": headers, "body": body}) + "\n")
        try:
            self.behave(first)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def behave(self, first):
        path = self.path
        if path == "/fail" or (path == "/flaky" and first):
            self.answer(500, b"out of order")
        elif path == "/redirect":
            self.answer(302, b"", [("Location", "/ok")])
        elif path == "/hang":
            self.connection.settimeout(60)
            self.connection.recv(1)
        elif path == "/flood":
            self.send_response(200)
            self.end_headers()
            while True:
                self.wfile.write(b"x" * 65536)
        elif path == "/not-http":
            self.wfile.write(b"220 mail.example.org ESMTP\r\n")
            self.close_connection = True
        elif path.startswith("/file/"):
            try:
                with open(os.path.join(folder, os.path.basename(path)), "rb") as file:
                    self.answer(200, file.read(), [("Content-Type", "text/plain")])
            except FileNotFoundError:
                self.answer(404, b"no such file")
        else:
            self.answer(204)
            if path == "/told":
                with open(os.path.join(folder, "told"), "w") as out:
                    out.write("told\n")

    do_GET = do_POST = handle_any


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
server.handle_error = lambda *_: None  # clients that hang up are part of the tests
certificate = os.path.join(folder, "cert.pem")
if os.path.exists(certificate):
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
