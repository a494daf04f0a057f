import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { TimelineCard } from './timeline-card.tsx';

it('the timeline shows past and future events by day, with the exact time of each in a tooltip (UI-2)', async () => {
  const items = [
    { kind: 'started', at: '2026-01-05T09:18:00Z', isAhead: false, detail: null, amount: null },
    { kind: 'renews', at: '2098-01-05T09:18:00Z', isAhead: true, detail: null, amount: 4793 },
  ];
  vi.stubGlobal('fetch', async () => answer(200, { items }));
  renderUi(<TimelineCard subscriptionId={1} currency="usd" />);
  const day = await screen.findByText('Jan 5, 2026');
  expect(day.tagName).toBe('TIME');
  expect(day.getAttribute('title')).toMatch(/^01\/05\/2026 \d+:18 [AP]M$/);
  expect(screen.getByText('Jan 5, 2098').getAttribute('title')).toMatch(/^01\/05\/2098 \d+:18 [AP]M$/);
});
