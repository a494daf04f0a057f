import { type Action, actions, contract, type Endpoint, type Requirement } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { type Caller, callers, expectations, openToReadOnly } from '../../../test/access-expectations.ts';
import { can, checkAccess, checkConfirmed, checkRequirement, confirmedUntil } from './access.ts';
import { ConfirmationRequiredError } from './app-error.ts';
import type { Session } from './session-context.ts';

type Person = Partial<Omit<Session, 'user'>> & { user?: Partial<Session['user']> };

function createSession({ user, ...rest }: Person = {}): Session {
  return {
    idHash: Buffer.alloc(32),
    publicId: '00000000-0000-4000-8000-000000000000',
    marker: 'marker',
    proofs: ['password'],
    confirmedAt: new Date(0),
    isSetup: false,
    browserId: null,
    user: {
      id: 7,
      login: 'ada',
      email: 'ada@hooli.example',
      firstName: 'Ada',
      lastName: 'Byron',
      isOwner: false,
      isAdmin: false,
      readOnly: false,
      isOperator: false,
      ...user,
    },
    account: { id: 3, name: 'Hooli', companyId: 1, customerId: null },
    features: [],
    permissions: ['changePassword', 'changeExternalLogins'],
    timeZone: 'UTC',
    actingOperator: null,
    ...rest,
  };
}

const both = { features: ['customerAdmin', 'billing'] } as const;
const owner = { user: { isOwner: true } };
const admin = { user: { isAdmin: true } };
const operator = { user: { isOperator: true } };
const acting = { ...owner, actingOperator: { id: 1, name: 'Olivia', until: new Date(), reason: 'Ticket 4711' } };

const people: Record<Caller, Person | null> = {
  nobody: null,
  otherOwner: { ...owner, ...both },
  readOnly: { user: { readOnly: true }, ...both },
  user: {},
  admin: { ...admin, ...both },
  operator: { ...operator, ...both },
  withCustomerAdmin: { features: ['customerAdmin'] },
  withBilling: { features: ['billing'] },
  withBoth: both,
  adminWithoutFeatures: admin,
  operatorWithoutFeatures: operator,
  readOnlyOperator: { user: { isOperator: true, readOnly: true }, ...both },
  actingAsOwner: { ...acting, ...both },
};

/** The status of a call; 200 if it is allowed. */
function refusalStatus(check: () => void): number {
  try {
    check();
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const answer = (requirement: Partial<Requirement>, person: Person | null) =>
  refusalStatus(() =>
    checkRequirement(
      { role: 'user', readOnly: true, whileActing: true, ...requirement },
      person && createSession(person),
    ),
  );

describe('the table of actions', () => {
  test.each(Object.keys(expectations) as Action[])('allows exactly the expected callers: %s', (action) => {
    const letIn = callers.filter((caller) => {
      const person = people[caller];
      return refusalStatus(() => checkAccess(action, person && createSession(person))) === 200;
    });
    expect(letIn).toEqual(callers.filter((caller) => expectations[action].includes(caller)));
  });

  test('has no action without an expectation', () => {
    expect(Object.keys(actions).sort()).toEqual(Object.keys(expectations).sort());
  });

  test('refuses every changing call to read-only users, unless it changes nothing of the account', () => {
    const endpoints = Object.values(contract).flatMap((capability) => Object.values(capability) as Endpoint[]);
    const open = endpoints.filter(({ method, action }) => method !== 'GET' && actions[action].readOnly);
    expect([...new Set(open.map(({ action }) => action))].sort()).toEqual([...openToReadOnly].sort());
  });

  test('answers 401 to visitors and 403 to signed-in users', () => {
    expect(refusalStatus(() => checkAccess('purchase.buy', null))).toBe(401);
    expect(refusalStatus(() => checkAccess('purchase.buy', createSession()))).toBe(403);
  });

  test('gives the same result to modules that ask with `can`', () => {
    expect(can('purchase.buy', createSession(both))).toBe(true);
    expect(can('purchase.buy', createSession({ features: ['billing'] }))).toBe(false);
    expect(can('purchase.buy', createSession({ ...both, user: { readOnly: true } }))).toBe(false);
  });
});

describe('a requirement', () => {
  test.each([
    ['anyone', [200, 200, 200, 200, 200]],
    ['user', [401, 200, 200, 200, 200]],
    ['admin', [401, 403, 200, 200, 200]],
    ['operator', [401, 403, 403, 403, 200]],
  ] as const)('of the role %s is met by a visitor, a user, an admin, an owner and an operator: %j', (role, answers) => {
    expect([null, {}, admin, owner, operator].map((person) => answer({ role }, person))).toEqual(answers);
  });

  test('needs every listed feature, not just one of them', () => {
    const requirement = { features: ['customerAdmin', 'billing'] } as const;
    expect(answer(requirement, both)).toBe(200);
    for (const features of [['customerAdmin'], ['billing'], []] as const) {
      expect(answer(requirement, { features }), features.join()).toBe(403);
      expect(answer(requirement, { ...owner, features }), `an owner with ${features.join()}`).toBe(403);
    }
  });

  test('needs a permission to be granted, whatever the role', () => {
    expect(answer({ permissions: ['changePassword'] }, { ...owner, permissions: [] })).toBe(403);
    expect(answer({ permissions: ['changePassword'] }, { ...owner, permissions: ['changePassword'] })).toBe(200);
  });

  test('refuses read-only users unless it allows them', () => {
    const reader = { user: { readOnly: true } };
    expect(answer({ readOnly: false }, reader)).toBe(403);
    expect(answer({ readOnly: true }, reader)).toBe(200);
    expect(answer({ readOnly: false }, {})).toBe(200);
  });

  test('refuses an acting operator if it says so, whatever the customer may do', () => {
    expect(answer({ whileActing: false }, acting)).toBe(403);
    expect(answer({ whileActing: true }, acting)).toBe(200);
    expect(answer({ whileActing: false }, owner)).toBe(200);
    // Acting gives the customer's rights, not the operator's.
    expect(answer({ role: 'operator' }, acting)).toBe(403);
  });
});

describe('a confirmation of the user’s identity', () => {
  const confirmedAt = new Date(Date.now() - 9 * 60_000);

  test('is valid for ten minutes', () => {
    expect(confirmedUntil({ confirmedAt })).toEqual(new Date(confirmedAt.getTime() + 600_000));
    expect(() => checkConfirmed({ confirmedAt })).not.toThrow();
  });

  test('has expired after ten minutes', () => {
    const long = { confirmedAt: new Date(Date.now() - 601_000) };
    expect(confirmedUntil(long)).toBeNull();
    expect(() => checkConfirmed(long)).toThrow(ConfirmationRequiredError);
  });
});
