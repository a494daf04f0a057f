import type { SandboxClock } from '@portico/contract';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { ClockCard } from './clock-card.tsx';

const clock: SandboxClock = {
  id: 'clock_1',
  name: 'Of Quinn Hotels',
  time: '2026-11-20T12:00:00.000Z',
  status: 'ready',
  isRunning: true,
  from: null,
  target: null,
  workDone: 0,
  failure: null,
  customers: [],
  customersTotal: 0,
  nextDue: null,
};

it('advances a clock once, however often the button is pressed while the newest event is requested', async () => {
  const looks: ((response: Response) => void)[] = [];
  const fetch = vi.fn((url: string, init?: RequestInit) => {
    if (init?.method === 'POST') return Promise.resolve(answer(200, clock));
    if (url.includes('endingBefore')) return Promise.resolve(answer(200, { items: [], hasMore: false }));
    return new Promise<Response>((resolve) => looks.push(resolve));
  });
  vi.stubGlobal('fetch', fetch);
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  renderUi(
    <RouterContextProvider router={router}>
      <ClockCard clock={clock} />
    </RouterContextProvider>,
  );
  const advance = screen.getByRole('button', { name: 'Advance a month' });
  await userEvent.click(advance);
  await userEvent.click(advance);
  await act(async () => {
    for (const found of looks) found(answer(200, { items: [{ id: 'evt_1' }], hasMore: false }));
  });
  expect(await screen.findByRole('heading', { name: 'What happened' })).toBeTruthy();
  const advanced = fetch.mock.calls.filter(([, init]) => init?.method === 'POST');
  expect(advanced.map(([url]) => url)).toEqual(['/api/dev/stripe/Clocks/clock_1/Advance']);
});

it('gives the clocks of customers with the same name distinct accessible names', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  renderUi(
    <RouterContextProvider router={router}>
      <ClockCard clock={clock} />
      <ClockCard clock={{ ...clock, id: 'clock_2' }} />
    </RouterContextProvider>,
  );
  expect(screen.getByRole('region', { name: /Quinn Hotels.*clock_1/ })).toBeTruthy();
  expect(screen.getByRole('region', { name: /Quinn Hotels.*clock_2/ })).toBeTruthy();
});
