import type { AuditEvent } from '@portico/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { EventDetails } from './event-details.tsx';

const event: AuditEvent = {
  id: 1,
  at: '2026-11-23T09:00:00.000Z',
  kind: 'userChanged',
  group: 'users',
  text: 'Changed a user',
  user: { id: 7, name: 'Ada Lovelace', isOperator: false },
  realUser: { id: 9, name: 'Sam Support', isOperator: true },
  actingReason: 'Ticket 4711',
  address: '203.0.113.9',
  requestId: 'request-1',
  changes: [
    { field: 'active', label: 'Active', before: true, after: false },
    { field: 'productIds', label: 'Products', before: [], after: ['scan', 'sdk'] },
    { field: 'sessionIdleSeconds', label: 'Session inactivity', before: 3_600, after: 86_400 },
  ],
  facts: [
    { name: 'userId', label: 'User', value: 8, text: 'Grace Hopper' },
    { name: 'path', label: 'Path', value: '/api/User/{id}', text: null },
  ],
};
const onPersonChosen = vi.fn();
const show = (change: Partial<AuditEvent> = {}) =>
  renderUi(
    <EventDetails
      id="details"
      event={{ ...event, ...change }}
      renderFact={({ name, text }) => (name === 'userId' ? <a href="/users/8">{text}</a> : null)}
      onPersonChosen={onPersonChosen}
    />,
  );

it('shows each changed value before and after', () => {
  show();
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ['Yes', 'No'],
    ['–', 'scan, sdk'],
    ['3,600', '86,400'],
  ]);
});

it('shows the operator who acted as the user, and why', () => {
  show();
  expect(screen.getByRole('status').textContent).toBe('Sam Support acted as Ada Lovelace. Reason: Ticket 4711');
  show({ realUser: null, actingReason: null });
  expect(screen.getAllByRole('status')).toHaveLength(1);
});

it('links to the subject, and to all events of a user', async () => {
  show();
  expect(screen.getByRole('link', { name: 'Grace Hopper' })).toBeDefined();
  expect(screen.getByText('/api/User/{id}')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Sam Support' }));
  expect(onPersonChosen).toHaveBeenCalledWith(9);
});
