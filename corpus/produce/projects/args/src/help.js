export function help(name, options) {
  const rows = Object.entries(options).map(([key, option]) => `  --${key.padEnd(12)} ${option.help}`);
  return [`usage: ${name} [options]`, '', ...rows].join('\n');
}
