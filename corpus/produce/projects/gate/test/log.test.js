const { logRequest } = require('../src/log');

describe('request log', () => {
  test('redacts the authorization header', () => {
    const lines = [];
    logRequest({ method: 'GET', path: '/', headers: { Authorization: 'Bearer abc', Accept: '*/*' } }, (l) => lines.push(l));
    expect(lines[0]).not.toContain('abc');
    expect(lines[0]).toContain('[redacted]');
  });
});
