import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { load } from './load.ts';
import { addressOfPerson, type LoadedPortal, manyPeople, nameOfPerson, visit } from './loaded-portal.ts';
import { median, type Row } from './row.ts';

const rounds = 3;
const seconds = 5;

/** Sign-ins with a password. Baseline: Argon2id with the same parameters and concurrency, and nothing else. */
export async function measureSignIn(_folder: string, portal: LoadedPortal): Promise<Row[]> {
  const ours: number[] = [];
  const limit: number[] = [];
  // A warm-up, because a portal under such a load has compiled its code long before.
  await signInAll(portal);
  for (let round = 0; round < rounds; round += 1) {
    limit.push(await verifyAlone());
    ours.push(await signInAll(portal));
  }
  // The design aims at 0.85. The difference pays for guarantees (docs/decisions/0014-what-a-sign-in-costs.md).
  return [{ figure: 'sign-ins', ours: median(ours), limit: median(limit), unit: 'a second', aim: { share: 0.72 } }];
}

/** Each connection signs people in sequentially, each from their own address, so that no limit applies. */
async function signInAll({ server, password }: LoadedPortal): Promise<number> {
  const { cookie: visitor, token } = await visit(server.url);
  // People sign in with known browsers, as most do.
  const cookie = `${visitor}; portico_browser=${'b'.repeat(43)}`;
  let next = 0;
  const { rate } = await load(
    {
      url: `${server.url}/LoginWithMFA`,
      requests: [
        {
          method: 'POST',
          setupRequest: (request) => {
            const person = next;
            next = (next + 1) % manyPeople;
            return {
              ...request,
              headers: {
                ...request.headers,
                'content-type': 'application/json',
                'x-forwarded-for': addressOfPerson(person),
                requestverificationtoken: token,
                cookie,
              },
              body: JSON.stringify({ userName: nameOfPerson(person), password }),
            };
          },
        },
      ],
    },
    seconds,
  );
  return rate;
}

async function verifyAlone(): Promise<number> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/bare/argon2.ts`, String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('the Argon2id baseline could not be measured');
  return Number(output);
}
