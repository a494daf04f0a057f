import { parseArgs } from 'node:util';
import { startSandbox } from './index.ts';

const USAGE = `node stripe-sandbox/src/main.ts --database-url postgres://… [options]

  --port 12111               where the API listens, on 127.0.0.1
  --secret-key sk_test_…     default sk_test_sandbox
  --publishable-key pk_test_…  default pk_test_sandbox
  --browser-base http://…    prefix under which browsers reach it; default its own origin
  --webhook-url http://…     an endpoint that hears of every event
  --webhook-secret whsec_…   what signs its deliveries
  --quiet                    no line for each request
`;

const { values } = parseArgs({
  options: {
    'browser-base': { type: 'string' },
    'database-url': { type: 'string' },
    help: { type: 'boolean' },
    port: { type: 'string', default: '12111' },
    'publishable-key': { type: 'string' },
    quiet: { type: 'boolean' },
    'secret-key': { type: 'string' },
    'webhook-secret': { type: 'string' },
    'webhook-url': { type: 'string' },
  },
});

const { 'database-url': databaseUrl, 'webhook-url': url, 'webhook-secret': secret } = values;
if (values.help || databaseUrl === undefined || (url === undefined) !== (secret === undefined)) {
  process.stderr.write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const sandbox = await startSandbox({
  databaseUrl,
  port: Number(values.port),
  ...(values['secret-key'] === undefined ? {} : { secretKey: values['secret-key'] }),
  ...(values['publishable-key'] === undefined ? {} : { publishableKey: values['publishable-key'] }),
  ...(values['browser-base'] === undefined ? {} : { browserBase: values['browser-base'] }),
  ...(url === undefined || secret === undefined ? {} : { webhookEndpoints: [{ url, secret }] }),
  log: (line) => {
    if (!values.quiet || 'level' in line) process.stdout.write(`${JSON.stringify(line)}\n`);
  },
});
process.stdout.write(`The Stripe sandbox listens at ${sandbox.url} (${sandbox.instanceId})\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
