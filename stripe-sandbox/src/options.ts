import { isIP } from 'node:net';
import { parseArgs } from 'node:util';

export const usage = `A local Stripe sandbox: npm run sandbox -- [options]

  --port 12111               where the API listens, on 127.0.0.1; 0 takes a free one
  --allow-host NAME          a further host name that it accepts, besides localhost; may be repeated
  --listen 127.0.0.1         the address on which it listens; 0.0.0.0 lets other machines in
  --data-dir var-sandbox     where its own PostgreSQL stores the data
  --database-url postgres://…  another PostgreSQL 15 or newer, instead of its own
  --webhook-url http://…     an endpoint that receives events; may be repeated
  --webhook-secret whsec_…   signing secret of those endpoints; default whsec_sandbox
  --webhook-events a,b       their event types; default all
  --secret-key sk_test_…     default sk_test_sandbox
  --publishable-key pk_test_…  default pk_test_sandbox
  --browser-base http://…    prefix under which browsers reach it; default its own origin
  --quiet                    no line for each request
`;

export type Options = Exclude<ReturnType<typeof readOptions>, 'help'>;

/** Parses the command line. @throws an error that describes the problem */
export function readOptions(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      'allow-host': { type: 'string', multiple: true, default: [] },
      'browser-base': { type: 'string' },
      'data-dir': { type: 'string', default: 'var-sandbox' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
      listen: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '12111' },
      'publishable-key': { type: 'string', default: 'pk_test_sandbox' },
      quiet: { type: 'boolean' },
      'secret-key': { type: 'string', default: 'sk_test_sandbox' },
      'webhook-events': { type: 'string', default: '*' },
      'webhook-secret': { type: 'string', default: 'whsec_sandbox' },
      'webhook-url': { type: 'string', multiple: true, default: [] },
    },
  });
  if (values.help) return 'help';
  if (!/^\d{1,5}$/.test(values.port)) throw new Error(`--port takes a number, not '${values.port}'.`);
  if (isIP(values.listen) === 0) throw new Error(`--listen takes an IP address, not '${values.listen}'.`);
  for (const name of values['allow-host']) {
    if (!/^([a-z\d_-]+(\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/i.test(name))
      throw new Error(`--allow-host takes a name without a port, not '${name}'.`);
  }
  for (const url of values['webhook-url']) {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new Error(`--webhook-url takes an address, not '${url}'.`);
  }
  return values;
}
