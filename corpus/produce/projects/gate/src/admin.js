const { requireUser, requireRole } = require('./middleware');

function routes(app, store) {
  app.get('/admin/users', requireUser, requireRole('admin'), (request, response) => {
    response.send(store.users());
  });
  app.post('/admin/users/:id/disable', requireUser, requireRole('admin'), (request, response) => {
    store.disable(request.params.id);
    response.send('disabled');
  });
  app.get('/profile', requireUser, (request, response) => {
    response.send(request.user);
  });
}

module.exports = { routes };
