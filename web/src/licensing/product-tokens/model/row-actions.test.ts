import { expect, it } from 'vitest';
import type { Viewer } from '../../../lib/permissions.ts';
import { rowActions } from './row-actions.ts';

const admin = {
  user: { isAdmin: true, isSuperAdmin: false, readOnly: false },
  features: ['customerAdmin'],
} as unknown as Viewer;
const actionsOf = (
  state: Parameters<typeof rowActions>[0]['state'],
  overlapEnds: string | null = null,
  viewer = admin,
) => rowActions({ state, overlapEnds }, viewer);

it('lists the most needed action on a token first, and none if it does not work', () => {
  expect(actionsOf('active')).toEqual({ primary: 'disable', others: ['replace', 'edit', 'delete'] });
  expect(actionsOf('expiresSoon')).toEqual({ primary: 'replace', others: ['edit', 'disable', 'delete'] });
  expect(actionsOf('beingReplaced', '2026-11-24T19:00:00Z')).toEqual({
    primary: 'endOverlap',
    others: ['disable', 'delete'],
  });
  expect(actionsOf('expired')).toEqual({ primary: null, others: ['edit', 'delete'] });
  expect(actionsOf('disabled')).toEqual({ primary: null, others: ['delete'] });
});

it('does not offer to edit a replaced token', () => {
  expect(actionsOf('expired', '2026-11-24T19:00:00Z')).toEqual({ primary: null, others: ['delete'] });
});

it('offers no actions to users who may not manage tokens', () => {
  for (const viewer of [
    { ...admin, user: { isAdmin: false } },
    { ...admin, user: { isAdmin: true, readOnly: true } },
    { ...admin, features: [] },
    { ...admin, actingAs: {} },
  ] as unknown as Viewer[])
    expect(actionsOf('active', null, viewer)).toEqual({ primary: null, others: [] });
});
