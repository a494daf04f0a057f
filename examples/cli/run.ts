import type { ClientEvents } from '@portico/license-client';
import { describe, say } from './say.ts';
import type { Settings } from './settings.ts';

/** The client's events that the product prints immediately. */
const reportedEvents = [
  'released',
  'blocked',
  'ended',
  'away',
  'back',
] as const satisfies readonly (keyof ClientEvents)[];

/** Works until it is stopped or no longer licensed. It counts a scan each second and reports the counts. */
export async function run({ client, every }: Settings): Promise<0 | 1> {
  const { promise: ending, resolve: end } = Promise.withResolvers<0 | 1>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0));
  for (const name of reportedEvents) client.on(name, (standing) => say(name, describe(standing)));
  client.on('clockDiffers', ({ portalTime, differenceSeconds }) =>
    say('clockDiffers', { portalTime, differenceSeconds }),
  );
  client.on('failed', ({ code, message }) => say('failed', { code, message }));
  client.on('reported', (standing) => {
    say('reported', describe(standing));
    if (!standing.isLicensed) end(1);
  });

  const first = await client.check();
  say('started', describe(first));
  if (!first.isLicensed) return 1;
  client.startHeartbeats(every === undefined ? {} : { everySeconds: every });
  let scans = 0;
  const working = setInterval(() => {
    client.count('scans');
    scans += 1;
  }, 1_000);
  const code = await ending;
  clearInterval(working);
  await client.stopHeartbeats();
  say('stopped', { ...describe(await client.status()), scans });
  return code;
}
