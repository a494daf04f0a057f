import type { Preloaded } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { makePlan } from '../../test/plans.ts';
import { renderUi } from '../../test/render.tsx';
import { BigPlanCard, SmallPlanCard } from './plan-card.tsx';

const shared = {
  billingInterval: { interval: 'Year', intervalCount: 1 },
  footnotes: new Map<string, number>(),
  unit: { one: 'seat', other: 'seats' },
  warmUp: { onPointerEnter: () => {}, onFocus: () => {} },
  onChoose: () => {},
} as const;

it.each([
  ['big', BigPlanCard],
  ['small', SmallPlanCard],
])('a %s card shows the immediate payment, and its saving', (_size, PlanCard) => {
  renderUi(<PlanCard plan={makePlan()} {...shared} />);
  expect(screen.getByText('$960.00')).toBeTruthy();
  expect(screen.getByText('per seat, a year')).toBeTruthy();
  expect(screen.getByText('that is $80.00 a month each')).toBeTruthy();
  expect(screen.getByText('saves $240.00 a year for 1 seat')).toBeTruthy();
});

it("a card shows the payment and the saving for the plan's minimum quantity", () => {
  renderUi(<BigPlanCard plan={makePlan({ minQuantity: 3 })} {...shared} />);
  expect(screen.getByText((_, element) => element?.textContent === 'from $2,880.00 a year for 3 seats')).toBeTruthy();
  expect(screen.getByText('saves $720.00 a year for 3 seats')).toBeTruthy();
});

it('a card shows the UTC day on which sales begin, in every time zone', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  renderUi(<BigPlanCard plan={makePlan({ startDate: '2099-01-01T00:00:00Z', canSubscribe: false })} {...shared} />);
  expect(screen.getByText('From Jan 1, 2099')).toBeTruthy();
  vi.unstubAllEnvs();
});

it('a card of a plan without units does not mention them', () => {
  renderUi(<BigPlanCard plan={makePlan({ maxQuantity: 1 })} {...shared} />);
  expect(screen.getByText('a year')).toBeTruthy();
  expect(screen.getByText('saves $240.00 a year')).toBeTruthy();
});

it.each([
  ['big', BigPlanCard],
  ['small', SmallPlanCard],
])('a %s card keeps a hidden empty space for the button if the user may not buy', (_size, PlanCard) => {
  const user = { readOnly: true } as NonNullable<Preloaded['user']>;
  replacePreloaded({ user, features: ['customerAdmin', 'billing'] });
  const { container } = renderUi(<PlanCard plan={makePlan()} {...shared} />);
  const [place] = container.querySelectorAll('.empty\\:hidden');
  expect(place?.childNodes).toHaveLength(0);
});
