const sessions = new Map();

function open(id, user) {
  sessions.set(id, { user, openedAt: Date.now() });
}

function find(id) {
  return sessions.get(id);
}

function close(id) {
  sessions.delete(id);
}

module.exports = { open, find, close };
