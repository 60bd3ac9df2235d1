const pages = new Map();

function put(path, body) {
  pages.set(path, { body, version: (pages.get(path)?.version ?? 0) + 1 });
}

function get(path) {
  return pages.get(path) ?? { error: 'no such page' };
}

module.exports = { put, get };
