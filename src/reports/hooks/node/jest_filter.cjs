// Named to jest as its filter when tests are selected: of the paths that it found, those that are to run. A filter of the
// project is asked first.
'use strict';
const {selection} = require('./selection.cjs');
const state = {own: '', was_asked: false};

module.exports = async function (paths) {
  let kept = paths;
  if (state.own) {
    const loaded = require(state.own);
    const answer = await (loaded.default || loaded)(paths);
    kept = answer.filtered.map((each) => each.test ?? each);
  }
  state.was_asked = true;
  const filtered = kept.filter((path) => selection.has_file(path));
  // Up to version 29 these are objects whose `test` is read with map, from 30 on the paths themselves.
  Object.defineProperty(filtered, 'map', {value: () => [...filtered]});
  return {filtered};
};
module.exports.setup = async () => state.own && require(state.own).setup?.();
module.exports.state = state;
