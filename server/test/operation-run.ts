import { expect, vi } from 'vitest';
import { type AccountState, stateAtStripe, stateInPortal } from './account-states.ts';
import type { Fault, FaultyProxy } from './faulty-proxy.ts';
import type { FullPortal } from './full-portal.ts';
import type { Change } from './operation-case.ts';

/** A step of an account's operation. */
export interface StepLocation {
  readonly accountId: number;
  readonly step: string;
}

/** A step, with the address of the account's owner. */
export interface FoundStep extends StepLocation {
  readonly email: string;
}

/** Finds the operation and the step of a call by its idempotency key; undefined for a call outside of operations. */
export function createStepFinder({ database }: FullPortal): (key: string) => Promise<FoundStep | undefined> {
  const owners = new Map<string, Omit<FoundStep, 'step'>>();
  return async (key) => {
    const [, operation, step] = /^([0-9a-f]{8}-[0-9a-f-]{27})-(.+?)(?:-\d+)?$/.exec(key) ?? [];
    if (!operation || !step) return undefined;
    let owner = owners.get(operation);
    if (!owner) {
      const { rows } = await database.pool.query<{ accountId: string; email: string }>(
        `select o.account_id as "accountId", u.email from stripe_operations o join users u on u.account_id = o.account_id
        where o.id = $1`,
        [operation],
      );
      owner = { accountId: Number(rows[0]?.accountId), email: rows[0]?.email ?? '' };
      owners.set(operation, owner);
    }
    return { ...owner, step };
  };
}

/** Faults that occur a number of times at one step of one account's operation. */
export interface Faults {
  arm(place: StepLocation, fault: Fault, times: number): void;
  /** How often the fault occurred. */
  countOccurrences(place: StepLocation): number;
}

export function createFaults(portal: FullPortal, proxy: FaultyProxy): Faults {
  const find = createStepFinder(portal);
  const armed = new Map<string, { fault: Fault; left: number; countOccurrences: number }>();
  const stepKey = ({ accountId, step }: StepLocation) => `${accountId} ${step}`;
  proxy.decide = async (_method, _path, key) => {
    const place = await find(key);
    const aimed = place && armed.get(stepKey(place));
    if (!aimed || aimed.left === 0) return undefined;
    aimed.left -= 1;
    aimed.countOccurrences += 1;
    return aimed.fault;
  };
  return {
    arm: (place, fault, left) => armed.set(stepKey(place), { fault, left, countOccurrences: 0 }),
    countOccurrences: (place) => armed.get(stepKey(place))?.countOccurrences ?? 0,
  };
}

interface LastOperation {
  readonly kind: string;
  readonly state: string;
  readonly message: string | null;
  readonly live: number;
  readonly operations: number;
}

/** The newest operation of an account, and the number of its unsettled operations. */
export async function lastOperation({ person }: Change): Promise<LastOperation | undefined> {
  const { rows } = await person.portal.database.pool.query<LastOperation>(
    `select kind, state, error ->> 'message' as message, (count(*) over ())::int as operations,
      (count(*) filter (where settled_at is null) over ())::int as live
    from stripe_operations where account_id = $1 order by created_at desc limit 1`,
    [person.accountId],
  );
  return rows[0];
}

/** Waits until no operation of an account is unsettled, doing the cardholder's part. @returns its last operation. */
export async function waitForSettledOperation(change: Change, timeout = 60_000): Promise<LastOperation> {
  return vi.waitFor(
    async () => {
      const last = await lastOperation(change);
      if (last?.state === 'requires_action') await change.finish?.();
      expect(last).toMatchObject({ live: 0 });
      return last as LastOperation;
    },
    { timeout, interval: 250 },
  );
}

/** Waits until both sides are equal and as expected. */
export async function expectState({ person }: Change, world: AccountState, timeout = 60_000): Promise<void> {
  const { portal, email, accountId } = person;
  expect(await stateAtStripe(portal.stripe, email), 'at Stripe').toEqual(world);
  await vi.waitFor(
    async () => expect(await stateInPortal(portal.database, accountId), 'in the portal').toEqual(world),
    { timeout, interval: 250 },
  );
}
