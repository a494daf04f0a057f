import { beforeEach, expect, it } from 'vitest';
import { makeApplication } from '../../test/applications.ts';
import { activateAll } from '../../test/messages.ts';
import { renderUi } from '../../test/render.tsx';
import { PriceLines } from './price-lines.tsx';

const team = { amount: 237_000, currency: 'usd', interval: 'Year', intervalCount: 1, quantity: 3 } as const;
const shown = () => (document.querySelector('p')?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');

beforeEach(() => activateAll('en'));

it.each([
  ['for the smallest quantity', team, 'from $2,370.00 a year for 3 seats'],
  ['for one unit', { ...team, amount: 4900, interval: 'Month', quantity: 1 } as const, 'from $49.00 a month per seat'],
  ['nothing', { ...team, amount: 0, quantity: 1 }, 'Free plan available'],
  ['what people agree on', null, 'Price on request'],
])('a tile shows the minimum payment: %s (UI-42)', (_, from, words) => {
  renderUi(<PriceLines product={makeApplication({ from })} />);
  expect(shown()).toBe(words);
});

it('a tile shows the minimum payment in French', () => {
  activateAll('fr');
  renderUi(<PriceLines product={makeApplication({ from: team, unit: { one: 'poste', other: 'postes' } })} />);
  expect(shown()).toBe('à partir de 2 370,00 $ US par an pour 3 postes');
});
