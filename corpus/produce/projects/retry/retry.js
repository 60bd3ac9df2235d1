async function retry(work, { times = 3, onError = () => {} } = {}) {
  let last;
  for (let n = 0; n < times; n += 1) {
    try {
      return await work(n);
    } catch (error) {
      last = error;
      onError(error);
    }
  }
  throw last;
}

module.exports = { retry };
