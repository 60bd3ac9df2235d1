import { parse, UsageError } from './args.js';
import { help } from './help.js';

const options = {
  port: { type: 'number', help: 'port to listen on' },
  verbose: { type: 'boolean', help: 'say more' },
  help: { type: 'boolean', help: 'show this text' },
};

export function main(argv, print) {
  try {
    const { values } = parse(argv, options);
    if (values.help) {
      print(help('serve', options));
      return 0;
    }
    print(`listening on ${values.port ?? 8080}`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      print(error.message);
      return 2;
    }
    throw error;
  }
}
