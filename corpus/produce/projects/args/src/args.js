export class UsageError extends Error {}

export function parse(argv, options) {
  const values = {};
  const rest = [];
  for (let i = 0; i < argv.length; i += 1) {
    const arg = argv[i];
    if (arg === '--') {
      rest.push(...argv.slice(i + 1));
      break;
    }
    if (!arg.startsWith('--')) {
      rest.push(arg);
      continue;
    }
    const [name, inline] = arg.slice(2).split('=', 2);
    const option = options[name];
    if (!option) {
      throw new UsageError(`unknown option --${name}`);
    }
    if (option.type === 'boolean') {
      values[name] = true;
      continue;
    }
    const value = inline ?? argv[(i += 1)];
    if (value === undefined) {
      throw new UsageError(`--${name} needs a value`);
    }
    values[name] = option.type === 'number' ? Number(value) : value;
  }
  return { values, rest };
}
