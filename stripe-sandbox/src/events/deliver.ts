import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Database } from '../storage/database.ts';
import { takeFault } from '../storage/faults.ts';

/** How long an endpoint may take to answer, in milliseconds. */
const PATIENCE = 10_000;
/** How often retries are looked for, in milliseconds. */
const INTERVAL = 2000;
/** Waits before each retry, in seconds; given up after the last. */
const RETRY_AFTER = [5, 30, 120, 600, 3600, 7200, 18_000, 36_000, 36_000, 36_000];
const AT_ONCE = 8;

export interface Deliverer {
  /** Looks for new deliveries at once. */
  wake(): void;
  stop(): Promise<void>;
}

/** The header that proves a delivery is ours: `t=…,v1=…` over `time.body`. */
function signatureOf(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

interface Claimed {
  id: string;
  attempts: number;
  event: Stripe.Event;
  url: string;
  secret: string;
}

/**
 * Sends events to webhook endpoints, at once and in order of their recording, and again with growing waits until they are
 * taken. A delivery is claimed by moving its due time ahead, so that several processes never send it at once and one that
 * dies leaves it to the others.
 */
export function startDeliverer(options: { database: Database; log(line: object): void }): Deliverer {
  const { database } = options;
  let stopped = false;
  let running: Promise<void> | null = null;
  let again = false;
  const abort = new AbortController();

  const run = async () => {
    do {
      again = false;
      while (!stopped) {
        const claimed = await claim(database);
        if (claimed.length === 0) break;
        await Promise.all(claimed.map((delivery) => send(database, delivery, abort.signal)));
      }
    } while (again && !stopped);
  };
  const wake = () => {
    again = true;
    if (stopped || running !== null) return;
    running = run()
      .catch((error) =>
        options.log({ level: 'error', message: `deliveries: ${String((error as Error).stack ?? error)}` }),
      )
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(wake, INTERVAL);
  timer.unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      abort.abort();
      await running;
    },
  };
}

async function claim(database: Database): Promise<Claimed[]> {
  const { rows } = await database.query(
    `with next as (
       select id from deliveries where delivered_at is null and due_at <= now()
       order by id limit ${AT_ONCE} for update skip locked
     )
     update deliveries d set due_at = now() + interval '30 seconds', attempts = attempts + 1
     from next, objects event, objects endpoint
     where d.id = next.id and event.id = d.event and endpoint.id = d.endpoint
     returning d.id, d.attempts, event.data as event, endpoint.data ->> 'url' as url, endpoint.internal ->> 'secret' as secret,
       endpoint.deleted or endpoint.data ->> 'status' <> 'enabled' as gone`,
  );
  const gone = rows.filter((row) => row.gone);
  if (gone.length > 0) {
    await database.query(`delete from deliveries where id = any($1)`, [gone.map((row) => row.id)]);
  }
  return rows.filter((row) => !row.gone).sort((a, b) => Number(a.id) - Number(b.id));
}

async function send(database: Database, delivery: Claimed, stop: AbortSignal): Promise<void> {
  const fault = await takeFault(database, ['webhook_delay', 'webhook_duplicate', 'webhook_fail'], {
    name: delivery.event.type,
  });
  if (fault?.kind === 'webhook_delay') {
    // Later events overtake this one.
    await database.query(
      'update deliveries set attempts = attempts - 1, due_at = now() + make_interval(secs => $2) where id = $1',
      [delivery.id, fault.delay / 1000],
    );
    return;
  }
  const body = JSON.stringify(delivery.event, null, 2);
  if (fault?.kind === 'webhook_duplicate') await post(delivery, body, stop);
  const { taken, answer } =
    fault?.kind === 'webhook_fail' ? { taken: false, answer: 'failed on purpose' } : await post(delivery, body, stop);
  await note(database, delivery, taken, answer, stop.aborted);
}

/** One attempt; `taken` when the endpoint answered with success. */
async function post(delivery: Claimed, body: string, stop: AbortSignal): Promise<{ taken: boolean; answer: string }> {
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(delivery.secret, body, Math.floor(Date.now() / 1000)),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE)]),
    });
    await response.body?.cancel();
    return { taken: response.ok, answer: String(response.status) };
  } catch (error) {
    return { taken: false, answer: (error as Error).message };
  }
}

/** Notes how an attempt went and when the next one is due; a process that is going down leaves it to the others at once. */
async function note(
  database: Database,
  delivery: Claimed,
  taken: boolean,
  answer: string,
  isClosing: boolean,
): Promise<void> {
  if (taken) {
    await database.query('update deliveries set delivered_at = now(), last_answer = $2 where id = $1', [
      delivery.id,
      answer,
    ]);
    return;
  }
  const wait = isClosing ? 0 : (RETRY_AFTER[delivery.attempts - 1] ?? null);
  await database.query(
    `update deliveries set last_answer = $2, due_at = case when $3::int is null then 'infinity'::timestamptz else now() + make_interval(secs => $3::int) end where id = $1`,
    [delivery.id, answer, wait],
  );
}
