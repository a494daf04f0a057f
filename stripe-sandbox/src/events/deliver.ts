import type Stripe from 'stripe';
import type { Database } from '../storage/database.ts';
import { consumeFault } from '../storage/faults.ts';
import { type Answered, type Attempt, attempt } from './attempt.ts';

/** The interval between checks for retries, in milliseconds. */
const INTERVAL = 2000;
/** Waits before each retry, in seconds. A delivery fails permanently after the last. */
const RETRY_AFTER = [5, 30, 120, 600, 3600, 7200, 18_000, 36_000, 36_000, 36_000];
/** Maximum number of deliveries that are claimed together, and maximum number that run concurrently. */
const CLAIMED = 64;
const AT_ONCE = 8;
/** Milliseconds after which claimed deliveries that have not started are released. A claim expires after 30 s. */
const ROUND = 10_000;

export interface Deliverer {
  /** Checks for new deliveries at once. */
  wake(): void;
  stop(): Promise<void>;
}

interface Claimed extends Attempt {
  id: string;
  attempts: number;
  event: Stripe.Event;
  endpoint: string;
}

/** The outcome of a claimed delivery. */
interface Outcome {
  id: string;
  /** The endpoint's answer. Null when no request was made. */
  answer: string | null;
  isTaken: boolean;
  /** Milliseconds until the next attempt. Null for none. */
  wait: number | null;
  attempts: number;
}

/**
 * Delivers events to webhook endpoints, with retries. Events of one object go in order; events of different objects
 * go concurrently. A claim postpones a delivery's due time, so that no other process sends it meanwhile, but one
 * takes over after a crash.
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
        await deliver(database, claimed, abort.signal);
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
  const { rows } = await database.query({
    name: 'claim deliveries',
    text: `with next as (
       select id from deliveries where delivered_at is null and due_at <= now()
       order by id limit ${CLAIMED} for update skip locked
     )
     update deliveries d set due_at = now() + interval '30 seconds', attempts = attempts + 1
     from next, objects event, objects endpoint
     where d.id = next.id and event.id = d.event and endpoint.id = d.endpoint
     returning d.id, d.attempts, d.endpoint, event.data as event, endpoint.data ->> 'url' as url,
       endpoint.internal ->> 'secret' as secret, endpoint.deleted or endpoint.data ->> 'status' <> 'enabled' as gone`,
  });
  const gone = rows.filter((row) => row.gone);
  if (gone.length > 0) {
    await database.query(`delete from deliveries where id = any($1)`, [gone.map((row) => row.id)]);
  }
  return rows.filter((row) => !row.gone).sort((a, b) => Number(a.id) - Number(b.id));
}

/** Sends claimed deliveries and stores each outcome when it arrives. */
async function deliver(database: Database, claimed: Claimed[], stop: AbortSignal): Promise<void> {
  const ends = performance.now() + ROUND;
  const waiting = [...Map.groupBy(claimed, ({ endpoint, event }) => `${endpoint} ${objectOf(event)}`).values()];
  let outcomes: Outcome[] = [];
  const storeCollected = async () => {
    const some = outcomes;
    outcomes = [];
    if (some.length > 0) await storeOutcomes(database, some);
  };
  const sender = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      for (const one of group) {
        const isLate = stop.aborted || performance.now() > ends;
        const outcome = isLate ? givenBack(one) : await send(database, one, stop);
        outcomes.push(outcome);
      }
      if (outcomes.length >= AT_ONCE) await storeCollected();
    }
    await storeCollected();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

function objectOf(event: Stripe.Event): string {
  return (event.data.object as { id?: string }).id ?? event.id;
}

function givenBack({ id, attempts }: Claimed): Outcome {
  return { id, answer: null, isTaken: false, wait: 0, attempts: attempts - 1 };
}

async function send(database: Database, delivery: Claimed, stop: AbortSignal): Promise<Outcome> {
  const { id, attempts, event } = delivery;
  const fault = await consumeFault(database, ['webhook_delay', 'webhook_duplicate', 'webhook_fail'], {
    name: event.type,
  });
  // Later events overtake this one.
  if (fault?.kind === 'webhook_delay') return { ...givenBack(delivery), wait: fault.delay };
  const body = JSON.stringify(event, null, 2);
  if (fault?.kind === 'webhook_duplicate') await attempt(delivery, body, stop);
  const failed: Answered = { isTaken: false, answer: 'failed on purpose' };
  const { isTaken, answer } = fault?.kind === 'webhook_fail' ? failed : await attempt(delivery, body, stop);
  // A process that stops releases its claims at once.
  const seconds = stop.aborted ? 0 : RETRY_AFTER[attempts - 1];
  return { id, answer, isTaken, wait: seconds === undefined ? null : seconds * 1000, attempts };
}

async function storeOutcomes(database: Database, outcomes: Outcome[]): Promise<void> {
  await database.query({
    name: 'note outcomes',
    text: `update deliveries set
             delivered_at = case when noted.taken then now() end,
             last_answer = coalesce(noted.answer, last_answer),
             attempts = noted.attempts,
             due_at = case when noted.taken then due_at when noted.wait is null then 'infinity'
                           else now() + noted.wait * interval '1 millisecond' end
           from unnest($1::bigint[], $2::text[], $3::boolean[], $4::float8[], $5::integer[])
                  as noted(id, answer, taken, wait, attempts)
           where deliveries.id = noted.id`,
    values: [
      outcomes.map(({ id }) => id),
      outcomes.map(({ answer }) => answer),
      outcomes.map(({ isTaken }) => isTaken),
      outcomes.map(({ wait }) => wait),
      outcomes.map(({ attempts }) => attempts),
    ],
  });
}
