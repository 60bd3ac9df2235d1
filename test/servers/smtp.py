#!/usr/bin/env python3
"""smtp.py FOLDER: a mail server on loopback that keeps every mail it takes as FOLDER/mail-N, and what it was told as
FOLDER/smtp. It prints its port and ends with its standard input. Logins: anna with the password "pear".
It takes one connection at a time."""
import base64
import os
import select
import socket
import sys

k_longest_mail = 1 << 20


class Conversation:
    def __init__(self, connection, folder):
        connection.settimeout(30)
        self.lines = connection.makefile("rb")
        self.connection = connection
        self.folder = folder

    def say(self, line):
        self.connection.sendall(line.encode() + b"\r\n")

    def take_mail(self):
        self.say("354 go on")
        mail = b""
        while len(mail) < k_longest_mail:
            line = self.lines.readline()
            if line in (b".\r\n", b""):
                break
            mail += line[1:] if line.startswith(b"..") else line
        number = len([name for name in os.listdir(self.folder) if name.startswith("mail-")]) + 1
        with open(os.path.join(self.folder, f"mail-{number}"), "wb") as file:
            file.write(mail)
        self.say("250 taken")

    def log_in(self, words):
        if len(words) < 3:
            self.say("334 ")
            words = [*words, self.lines.readline(4096).decode().strip()]
        given = base64.b64decode(words[2])
        good = given.split(b"\0")[1:] == [b"anna", b"pear"]
        self.say("235 welcome" if good else "535 not you")

    def run(self):
        self.say("220 loopback")
        while True:
            line = self.lines.readline(4096).decode("utf-8", "replace").strip()
            if not line:
                return
            with open(os.path.join(self.folder, "smtp"), "a", encoding="utf-8") as file:
                file.write(line + "\n")
            words = line.split()
            verb = words[0].upper()
            if verb == "EHLO":
                self.say("250-loopback")
                self.say("250 AUTH PLAIN")
            elif verb == "AUTH":
                self.log_in(words)
            elif verb == "RCPT" and "nobody@" in line:
                self.say("550 nobody of this name")
            elif verb == "DATA":
                self.take_mail()
            elif verb == "QUIT":
                self.say("221 goodbye")
                return
            else:
                self.say("250 yes")


def main():
    folder = sys.argv[1]
    server = socket.create_server(("127.0.0.1", 0))
    print(server.getsockname()[1], flush=True)
    while True:
        ready, _, _ = select.select([server, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        connection, _ = server.accept()
        try:
            Conversation(connection, folder).run()
        except OSError:
            pass
        finally:
            connection.close()


main()
