import { setTimeout as pause } from 'node:timers/promises';
import { UTCDate } from '@date-fns/utc';
import { contract } from '@portico/contract';
import { add } from 'date-fns/add';
import { sub } from 'date-fns/sub';
import type { Logger } from 'pino';
import { findUserByEmail } from '../accounts/index.ts';
import { ensureCustomer, findCustomer } from '../billing/index.ts';
import { type Database, isDatabaseUnavailable } from '../core/db/database.ts';
import { isStepDone, markStepDone } from '../core/db/installation.ts';
import { withAdvisoryLock } from '../core/db/while-locked.ts';
import { AppError, UnavailableError } from '../core/http/app-error.ts';
import { createRouteBuilder } from '../core/http/route.ts';
import type { Person, Session } from '../core/http/session-context.ts';
import type { PortalModule } from '../core/portal-module.ts';
import type { SandboxControl } from '../core/stripe/index.ts';
import type { OrdersContext } from '../licensing/index.ts';
import { type Actions, createActions, type DemoServices } from './actions.ts';
import { addDemoDeliveries } from './deliveries.ts';
import { demoOperator, demoScript, historyLength, historyOwner, historyWanted } from './script.ts';

const historyMade = 'demonstration history made';

const clockName = 'Acme Security';
const currentTime = () => new Date();
/**
 * Maximum number of tries while the sandbox or the database does not answer, and the pause between them in
 * milliseconds.
 */
const tries = 10;
const retryMilliseconds = 1_000;
/** Milliseconds between two reads of an advancing clock. */
const pollMilliseconds = 100;

/** The sandbox's view of a clock (stripe-sandbox/README.md 'Clocks'), limited to the fields read here. */
interface ClockView {
  readonly status: string;
  readonly running: boolean;
  readonly failure: string | null;
}

export interface HistoryContext extends DemoServices, Omit<OrdersContext, 'catalog'> {
  readonly control: SandboxControl;
  readonly logger: Logger;
  readonly now?: () => Date;
}

/** The state of the history in this process. */
interface Progress {
  /** The account whose history is generated. */
  accountId: number | undefined;
  /** Whole percent; null if no history is being generated. */
  percent: number | null;
}

export interface DemonstrationHistory {
  /** Whole percent, for users of the history's account and for operators. Null for others, and if no history is being generated. */
  percentFor(session: Session): number | null;
  /** Call before accepting requests: from then on, pages show that a history will be generated. */
  prepare(): Promise<void>;
  /**
   * Generates what is missing of the history, unless the demo has none or another process generates it. Resumes an interrupted history. Never throws:
   * a demo works without its history. @param onPercent called at every whole percent @returns 'made' if it was completed now
   */
  make(signal: AbortSignal, onPercent: (percent: number) => void): Promise<'made' | 'nothing' | 'unfinished'>;
}

/**
 * Generates the demo's history (DEMO-6) by playing a script on the portal's services, while a test clock advances from scene to scene. Afterwards, the
 * clock follows real time. After a kill, only the current scene is repeated.
 */
export function createDemonstrationHistory(context: HistoryContext): DemonstrationHistory {
  const { database, logger } = context;
  const progress: Progress = { accountId: undefined, percent: null };
  return {
    async prepare() {
      if (!(await isWanted(database))) return;
      progress.accountId = (await findUserByEmail(database.query, historyOwner))?.accountId;
      progress.percent = 0;
    },
    percentFor: ({ account, user }) => (account.id === progress.accountId || user.isOperator ? progress.percent : null),
    async make(signal, onPercent) {
      const reportProgress = (reached: number) => {
        progress.percent = Math.max(progress.percent ?? 0, reached);
        onPercent(progress.percent);
      };
      try {
        return await makeWithRetries(context, progress, signal, reportProgress);
      } catch (error) {
        if (!signal.aborted) logger.error({ err: error }, 'the demo’s history could not be generated');
        return 'unfinished';
      } finally {
        progress.percent = null;
      }
    },
  };
}

/** The endpoint of the history's progress, in demo mode only. */
export function demonstrationModule(history: DemonstrationHistory): PortalModule {
  const route = createRouteBuilder({ history });
  return {
    routes: [
      route(contract.demonstration.getHistory, async ({ context }) => ({
        percent: context.history.percentFor(context.session),
      })),
    ],
  };
}

async function isWanted(database: Database): Promise<boolean> {
  return (await isStepDone(database, historyWanted)) && !(await isStepDone(database, historyMade));
}

async function makeWithRetries(
  context: HistoryContext,
  progress: Progress,
  signal: AbortSignal,
  reportProgress: (percent: number) => void,
): Promise<'made' | 'nothing'> {
  const { database } = context;
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await withAdvisoryLock(database, 'demonstrationHistory', () =>
        makeHistory(context, progress, signal, reportProgress),
      );
      return outcome ?? 'nothing';
    } catch (error) {
      const mayPass = error instanceof UnavailableError || isDatabaseUnavailable(error);
      if (!mayPass || attempt === tries) throw error;
      await pause(retryMilliseconds, undefined, { signal });
    }
  }
}

async function makeHistory(
  context: HistoryContext,
  progress: Progress,
  signal: AbortSignal,
  reportProgress: (percent: number) => void,
): Promise<'made' | 'nothing'> {
  const { database } = context;
  if (!(await isWanted(database))) return 'nothing';
  const owner = await findUserByEmail(database.query, historyOwner);
  progress.accountId = owner?.accountId;
  const customer = owner && (await findHistoryCustomer(context, toPerson(owner)));
  if (!customer) {
    await markStepDone(database, historyMade);
    return 'nothing';
  }
  await runScript(context, customer, signal, reportProgress);
  await followRealTime(context, customer.clockId, signal);
  reportProgress(97);
  await backfillMirror(context);
  await addDeliveries(context, owner);
  await markStepDone(database, historyMade);
  reportProgress(100);
  return 'made';
}

async function addDeliveries(context: HistoryContext, owner: DemoOwner): Promise<void> {
  const operator = await findUserByEmail(context.database.query, demoOperator);
  if (operator) {
    await addDemoDeliveries(context, toPerson(owner), toPerson(operator));
  }
}

type DemoOwner = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

function toPerson(user: DemoOwner): Person {
  return { user, account: { id: user.accountId } };
}

interface HistoryCustomer {
  readonly actions: Actions;
  readonly clockId: string;
  /** When the customer was created, by its clock. */
  readonly beginning: Date;
}

/** The owner's customer on the history's clock; undefined if the account bought something before (DEMO-7). */
async function findHistoryCustomer(context: HistoryContext, person: Person): Promise<HistoryCustomer | undefined> {
  const { gateway, now = currentTime } = context;
  const { customerId: known, testClockId } = await findCustomer(context, person.account.id);
  if (known && !testClockId) return undefined;
  const clock = await gateway.testClocks.ensure(clockName, sub(new UTCDate(now()), historyLength));
  const customerId = await ensureCustomer(
    { ...context, session: person, accountId: person.account.id },
    { testClockId: clock.id },
  );
  const { created, test_clock: clockId } = await gateway.customers.retrieve(customerId);
  if (clockId !== clock.id) return undefined;
  const actions = createActions(context, person, customerId);
  return { actions, clockId: clock.id, beginning: new UTCDate(created * 1000) };
}

async function runScript(
  context: HistoryContext,
  { actions, clockId, beginning }: HistoryCustomer,
  signal: AbortSignal,
  reportProgress: (percent: number) => void,
): Promise<void> {
  const { gateway, now = currentTime } = context;
  const length = now().getTime() - beginning.getTime();
  const reached = (time: Date) => Math.min(95, Math.floor((95 * (time.getTime() - beginning.getTime())) / length));
  reportProgress(reached(await gateway.testClocks.timeOf(clockId)));
  for (const { after, run } of demoScript) {
    signal.throwIfAborted();
    const time = add(beginning, after);
    if ((await gateway.testClocks.timeOf(clockId)) > time) continue;
    await gateway.testClocks.advance(clockId, time);
    await runScene(context, () => run(actions));
    reportProgress(reached(time));
  }
}

/** Runs a scene. If it is refused because a user changed the account in the meantime, the other scenes still run. */
async function runScene({ logger }: HistoryContext, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof UnavailableError || !(error instanceof AppError)) throw error;
    logger.warn({ err: error }, 'a part of the demo’s history was skipped');
  }
}

/** Advances the clock to the present and keeps it there. */
async function followRealTime({ control }: HistoryContext, clockId: string, signal: AbortSignal): Promise<void> {
  const path = `/_sandbox/clocks/${clockId}`;
  let clock = await control.get<ClockView>(path);
  if (!clock.running && clock.status === 'ready') {
    clock = await control.post<ClockView>(`${path}/run`, { offset: 0 });
  }
  while (clock.status === 'advancing') {
    await pause(pollMilliseconds, undefined, { signal });
    clock = await control.get<ClockView>(path);
  }
  if (clock.failure) throw new Error(`The history’s clock stopped: ${clock.failure}`);
}

/** Reads all objects at Stripe into the mirror. Events lost by a kill are not among the newest, because they carry the clock's time. */
async function backfillMirror({ gateway }: HistoryContext): Promise<void> {
  const { runs } = gateway.mirrorMaintenance;
  // The first run joins the backfill of the portal's first start, which may have passed newer objects already.
  await runs.runToEnd('backfill', {}, async () => {});
  await runs.runToEnd('backfill', {}, async () => {});
}
