// Which files a pattern of the command line means.
'use strict';
const path = require('node:path');

const parts = {'**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]'};

// "test/**/*.{js,ts}" as a regular expression of the whole path.
function expression(glob) {
  let depth = 0;
  const text = glob.replace(/\*\*\/|\*\*|\*|\?|\[[^\]/]+\]|[{},]|[\\^$.+()|[\]-]/g, (found) => {
    if (found in parts) return parts[found];
    if (found.length > 1) return found.replace(/^\[!/, '[^');
    if (found === '{') return ++depth, '(?:';
    if (found === '}' && depth) return --depth, ')';
    if (found === ',') return depth ? '|' : ',';
    return '\\' + found;
  });
  return new RegExp('^' + text + '$');
}

// `file`: absolute.
function means(pattern, file) {
  try {
    return path.resolve(pattern) === file || expression(path.resolve(pattern)).test(file);
  } catch {
    return false;
  }
}

module.exports = {means};
