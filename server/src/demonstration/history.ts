import { setTimeout as pause } from 'node:timers/promises';
import { UTCDate } from '@date-fns/utc';
import { contract } from '@portico/contract';
import { add } from 'date-fns/add';
import { sub } from 'date-fns/sub';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/database.ts';
import { isNoted, note } from '../db/installation.ts';
import { whileLocked } from '../db/while-locked.ts';
import { AppError, UnavailableError } from '../http/app-error.ts';
import { bindEndpoint } from '../http/bind-endpoint.ts';
import type { Person, Session } from '../http/session-context.ts';
import { ensureCustomer, findCustomer } from '../modules/customers/index.ts';
import { findUserByEmail } from '../modules/users/index.ts';
import type { SandboxControl } from '../stripe/sandbox-control.ts';
import { type Actions, createActions, type SellingContext } from './actions.ts';
import { historyLength, historyOwner, historyWanted, story } from './story.ts';

const historyMade = 'demonstration history made';

const clockName = 'Acme Security';
/** Tries while the sandbox or the database does not answer, and the pause between them in milliseconds. */
const tries = 10;
const tryAgainAfter = 1_000;
/** Between two looks at the clock on its last way, in milliseconds. */
const lookAgainAfter = 100;

/** The sandbox's view of a clock (stripe-sandbox/README.md 'Clocks'), as far as it is read here. */
interface ClockView {
  readonly status: string;
  readonly running: boolean;
  readonly failure: string | null;
}

export interface HistoryDependencies extends SellingContext {
  readonly control: SandboxControl;
  readonly logger: Logger;
  readonly now?: () => Date;
}

export interface DemonstrationHistory {
  /** How far it is, in whole percent, for the people of its account and the vendor's staff; null for others and while nothing is being made. */
  percentFor(session: Session): number | null;
  /** To be called before requests are taken: from then on everybody concerned hears that there is something to be made. */
  prepare(): Promise<void>;
  /**
   * Makes what is missing of the history, if the demonstration is to have one and no other process is at it; what was cut off goes on. Never throws: a
   * demonstration without its history is one all the same.
   * @param onPercent told of every whole percent that was reached.
   * @returns 'made' when it was completed now.
   */
  make(signal: AbortSignal, onPercent: (percent: number) => void): Promise<'made' | 'nothing' | 'unfinished'>;
}

/**
 * Makes the demonstration's history: a clock is set to its beginning, the customer is made on it, and the story is played on the portal's own services
 * while the clock is advanced from scene to scene. Then the clock runs on in real time. How far it got is the time of the clock, so that nothing is done
 * twice after a kill; only the scene at that very moment is played again, and its actions bear that.
 */
export function createDemonstrationHistory(dependencies: HistoryDependencies): DemonstrationHistory {
  const { database, gateway, control, logger, now = () => new Date() } = dependencies;
  let accountId: number | undefined;
  let percent: number | null = null;

  /** The owner's customer on the history's clock; undefined where the account bought something before. */
  async function findStage(person: Person) {
    const { customerId: known, testClockId } = await findCustomer(dependencies, person.account.id);
    if (known && !testClockId) return undefined;
    const clock = await gateway.testClocks.ensure(clockName, sub(new UTCDate(now()), historyLength));
    const customerId = await ensureCustomer(
      { ...dependencies, session: person, accountId: person.account.id },
      { testClockId: clock.id },
    );
    const { created, test_clock: clockId } = await gateway.customers.retrieve(customerId);
    if (clockId !== clock.id) return undefined;
    const actions = createActions(dependencies, person, customerId);
    return { actions, clockId: clock.id, beginning: new UTCDate(created * 1000) };
  }

  const isWanted = async () => (await isNoted(database, historyWanted)) && !(await isNoted(database, historyMade));

  async function play(signal: AbortSignal, tell: (percent: number) => void): Promise<'made' | 'nothing'> {
    if (!(await isWanted())) return 'nothing';
    const owner = await findUserByEmail(database.query, historyOwner);
    accountId = owner?.accountId;
    const stage = owner && (await findStage({ user: owner, account: { id: owner.accountId } }));
    if (!stage) {
      await note(database, historyMade);
      return 'nothing';
    }
    const { actions, clockId, beginning } = stage;
    const length = now().getTime() - beginning.getTime();
    const reached = (time: Date) => Math.min(95, Math.floor((95 * (time.getTime() - beginning.getTime())) / length));
    tell(reached(await gateway.testClocks.timeOf(clockId)));
    for (const { after, happens } of story) {
      signal.throwIfAborted();
      const time = add(beginning, after);
      if ((await gateway.testClocks.timeOf(clockId)) > time) continue;
      await gateway.testClocks.advance(clockId, time);
      await act(happens, actions);
      tell(reached(time));
    }
    await runOn(clockId, signal);
    tell(97);
    await readEverything();
    await note(database, historyMade);
    tell(100);
    return 'made';
  }

  /** What somebody else did meanwhile as the account may stand in a scene's way: the others are played all the same. */
  async function act(happens: (actions: Actions) => Promise<void>, actions: Actions): Promise<void> {
    try {
      await happens(actions);
    } catch (error) {
      if (error instanceof UnavailableError || !(error instanceof AppError)) throw error;
      logger.warn({ err: error }, 'a part of the demonstration’s history was left out');
    }
  }

  /** Lets the clock come to the present and stay there. */
  async function runOn(clockId: string, signal: AbortSignal): Promise<void> {
    const path = `/_sandbox/clocks/${clockId}`;
    let clock = await control.get<ClockView>(path);
    if (!clock.running && clock.status === 'ready') {
      clock = await control.post<ClockView>(`${path}/run`, { offset: 0 });
    }
    while (clock.status === 'advancing') {
      await pause(lookAgainAfter, undefined, { signal });
      clock = await control.get<ClockView>(path);
    }
    if (clock.failure) throw new Error(`The history’s clock stopped: ${clock.failure}`);
  }

  /**
   * Brings the mirror to what the books say now. Events tell of all of it too, but those that a kill lost are not listed among the newest: they carry
   * the time of the clock.
   */
  async function readEverything(): Promise<void> {
    const { runs } = gateway.mirrorMaintenance;
    // The one that the portal's first start began may have gone past what was made since.
    await runs.runToEnd('backfill', {}, async () => {});
    await runs.runToEnd('backfill', {}, async () => {});
  }

  return {
    async prepare() {
      if (!(await isWanted())) return;
      accountId = (await findUserByEmail(database.query, historyOwner))?.accountId;
      percent = 0;
    },
    percentFor: ({ account, user }) => (account.id === accountId || user.isOperator ? percent : null),
    async make(signal, onPercent) {
      const tell = (reached: number) => {
        percent = Math.max(percent ?? 0, reached);
        onPercent(percent);
      };
      try {
        for (let attempt = 1; ; attempt++) {
          try {
            const outcome = await whileLocked(database, 'demonstrationHistory', () => play(signal, tell));
            return outcome ?? 'nothing';
          } catch (error) {
            const mayPass = error instanceof UnavailableError || isDatabaseUnavailable(error);
            if (!mayPass || attempt === tries) throw error;
            await pause(tryAgainAfter, undefined, { signal });
          }
        }
      } catch (error) {
        if (!signal.aborted) logger.error({ err: error }, 'the demonstration’s history could not be made');
        return 'unfinished';
      } finally {
        percent = null;
      }
    },
  };
}

/** To be bound in demonstration mode only: elsewhere there is no such call. */
export function bindHistoryRoute(app: FastifyInstance, history: DemonstrationHistory): void {
  bindEndpoint(app, contract.demonstration.getHistory, async ({ session }) => ({
    percent: history.percentFor(session),
  }));
}
