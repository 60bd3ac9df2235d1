const { find } = require('./session');

function requireUser(request, response, next) {
  const session = find(request.cookies.sid);
  if (!session) {
    response.status(401).send('please sign in');
    return;
  }
  request.user = session.user;
  next();
}

function requireRole(role) {
  return (request, response, next) => {
    if (!request.user || !request.user.roles.includes(role)) {
      response.status(403).send('forbidden');
      return;
    }
    next();
  };
}

module.exports = { requireUser, requireRole };
