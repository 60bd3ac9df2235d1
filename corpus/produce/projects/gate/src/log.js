const hidden = ['authorization', 'cookie'];

function redactHeaders(headers) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, hidden.includes(name.toLowerCase()) ? '[redacted]' : value]),
  );
}

function logRequest(request, write) {
  write(JSON.stringify({ method: request.method, path: request.path, headers: redactHeaders(request.headers) }));
}

module.exports = { logRequest, redactHeaders };
