const { requireUser, requireRole } = require('../src/middleware');
const session = require('../src/session');

function reply() {
  const response = { code: 200, status: (code) => ((response.code = code), response), send: () => response };
  return response;
}

describe('authorization middleware', () => {
  test('requireUser answers 401 without a session', () => {
    const response = reply();
    requireUser({ cookies: {} }, response, () => {});
    expect(response.code).toBe(401);
  });

  test('requireUser passes the user on', () => {
    session.open('s1', { name: 'kim', roles: [] });
    const request = { cookies: { sid: 's1' } };
    const next = jest.fn();
    requireUser(request, reply(), next);
    expect(next).toHaveBeenCalled();
    expect(request.user.name).toBe('kim');
  });

  test('requireRole answers 403 without the role', () => {
    const response = reply();
    requireRole('admin')({ user: { roles: ['reader'] } }, response, () => {});
    expect(response.code).toBe(403);
  });
});
