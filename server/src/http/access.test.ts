import type { Access, Method } from '@portico/contract';
import { describe, expect, test } from 'vitest';
import { checkAccess } from './access.ts';
import type { Session } from './session-context.ts';

type Person = Partial<Omit<Session, 'user'>> & { user?: Partial<Session['user']> };

function sessionOf({ user, ...rest }: Person = {}): Session {
  return {
    idHash: Buffer.alloc(32),
    marker: 'marker',
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
    actingOperator: null,
    ...rest,
  };
}

/** What the call is answered with; 200 where it is let in. */
function answer(access: Access, person: Person | null, method: Method = 'GET'): number {
  try {
    checkAccess(access, method, person && sessionOf(person));
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const owner = { user: { isOwner: true } };
const admin = { user: { isAdmin: true } };
const operator = { user: { isOperator: true } };
const acting = { ...owner, actingOperator: { id: 1, name: 'Olivia', until: new Date() } };

describe('access', () => {
  test.each([
    ['anyone', [200, 200, 200, 200, 200]],
    ['user', [401, 200, 200, 200, 200]],
    ['admin', [401, 403, 200, 200, 200]],
    ['operator', [401, 403, 403, 403, 200]],
  ] as const)('of %s is for nobody, a user, an admin, an owner and an operator: %j', (who, answers) => {
    expect([null, {}, admin, owner, operator].map((person) => answer({ who }, person))).toEqual(answers);
  });

  test('needs every feature that is named, not just one of them', () => {
    const access: Access = { who: 'user', features: ['customerAdmin', 'billing'] };
    expect(answer(access, { features: ['customerAdmin', 'billing'] })).toBe(200);
    for (const features of [['customerAdmin'], ['billing'], []] as const) {
      expect(answer(access, { features }), features.join()).toBe(403);
      expect(answer(access, { ...owner, features }), `an owner with ${features.join()}`).toBe(403);
    }
  });

  test('is refused to who may only read for every change, save where it says otherwise', () => {
    const reader = { user: { readOnly: true } };
    const access: Access = { who: 'user' };
    const methods: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
    expect(methods.map((method) => answer(access, reader, method))).toEqual([200, 403, 403, 403]);
    expect(methods.map((method) => answer({ ...access, readOnly: true }, reader, method))).toEqual([
      200, 200, 200, 200,
    ]);
    expect(methods.map((method) => answer(access, {}, method))).toEqual([200, 200, 200, 200]);
  });

  test('is refused to an operator who acts as a customer where it says so, whatever the customer may do', () => {
    expect(answer({ who: 'user', notWhileActing: true }, acting, 'POST')).toBe(403);
    expect(answer({ who: 'user' }, acting, 'POST')).toBe(200);
    expect(answer({ who: 'user', notWhileActing: true }, owner, 'POST')).toBe(200);
    // Acting gives the customer's rights, not the operator's.
    expect(answer({ who: 'operator' }, acting)).toBe(403);
  });
});
