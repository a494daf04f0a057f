import { findDues, type NextCharges } from '@portico/contract/dues';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { activateAll } from '../../../test/messages.ts';
import { makeEstimate, makeInvoice } from '../../../test/purchases.ts';
import { renderUi } from '../../../test/render.tsx';
import type { Change } from '../model/changes.ts';
import { ChangeTable } from './change-table.tsx';

const month = { interval: 'Month', intervalCount: 1 } as const;
const year = { interval: 'Year', intervalCount: 1 } as const;
const ten = { caption: 'Ten phones', quantity: 1 };
const charge = (total: number, change: { from?: string; until?: string; discount?: number } = {}) => ({
  from: change.from ?? '2026-12-20T12:00:00Z',
  until: change.until ?? null,
  total,
  discount: change.discount ?? 0,
});
const current = { recurringInvoiceDetails: makeInvoice(2900), recurringCharges: [charge(2900)] };

type Estimate = Parameters<typeof ChangeTable>[0]['estimate'];

/** No other subscription is charged. */
const alone: NextCharges = { total: 0, items: [] };

function show(
  changes: Change[],
  estimate: Estimate,
  after: typeof month | typeof year = month,
  french = false,
  charges = alone,
) {
  const dues = findDues(estimate, 7, charges);
  const unit = french ? { one: 'poste', other: 'postes' } : { one: 'seat', other: 'seats' };
  renderUi(
    <ChangeTable
      periods={{ now: month, after }}
      currency="usd"
      isOutdated={false}
      {...{ changes, estimate, dues, unit }}
    />,
  );
}

const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
/** The rows as text: what, now and after. */
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => plain(textContent)));
/** The amounts due, with their labels. */
const dues = () =>
  screen.getAllByRole('term').map((term) => [plain(term.textContent), plain(term.nextSibling?.textContent ?? '')]);

const more: Change[] = [{ subject: 'quantity', from: 5, to: 6 }];

describe('the table of changes', () => {
  beforeEach(() => activateAll('en'));

  it.each<[string, Change, string[]]>([
    ['the plan', { subject: 'plan', from: 'Team', to: 'Business' }, ['Plan', 'Team', 'Business']],
    ['the period', { subject: 'billingInterval', from: month, to: year }, ['Billing period', 'Monthly', 'Yearly']],
    ['the quantity', { subject: 'quantity', from: 5, to: 1200 }, ['Seats', '5', '1,200']],
    ['units beside the plan', { subject: 'additional', name: 'Guest seat', from: 0, to: 2 }, ['Guest seat', '0', '2']],
    ['a new add-on', { subject: 'addon', name: 'Alerts', from: null, to: ten }, ['Alerts', '–', 'Ten phones']],
    [
      'a removed add-on',
      { subject: 'addon', name: 'Alerts', from: ten, to: null },
      ['Alerts', 'Ten phones', 'Removed'],
    ],
    [
      'the quantity of an add-on',
      { subject: 'addon', name: 'Alerts', from: ten, to: { ...ten, quantity: 3 } },
      ['Alerts', 'Ten phones', 'Ten phones × 3'],
    ],
  ])('shows the old and the new value of %s', (_, change, row) => {
    show([change], makeEstimate(0, 2900, { current }));
    expect(rows()[1]).toEqual(row);
  });

  it('shows removals that were not chosen (CHG-5)', () => {
    const consequences = {
      removedAddons: ['Alerts', 'Archive'],
      removedDiscounts: ['Spring'],
      replacedChange: null,
    };
    const chosen: Change[] = [{ subject: 'addon', name: 'Alerts', from: ten, to: null }];
    show(chosen, makeEstimate(0, 2900, { current, consequences }));
    expect(rows().slice(1, 4)).toEqual([
      ['Alerts', 'Ten phones', 'Removed'],
      ['Archive', 'Included', 'Removed'],
      ['Spring', 'Applies', 'Ends'],
    ]);
  });

  it('shows the current and the new amount, until the end of a discount and after it', () => {
    const discounted = [charge(4000, { until: '2027-02-20T12:00:00Z', discount: 1000 })];
    const recurringCharges = [...discounted, charge(5000, { from: '2027-02-20T12:00:00Z' })];
    show(more, makeEstimate(0, 4000, { current, recurringCharges }));
    expect(rows().slice(2)).toEqual([
      ['Until Feb 20, 2027, with discount', '$29.00', '$40.00'],
      ['From Feb 20, 2027', '$29.00', '$50.00'],
    ]);
  });

  it('shows the interval of each amount if it changes, and whether tax is included', () => {
    const change: Change = { subject: 'billingInterval', from: month, to: year };
    show([change], makeEstimate(0, 29_000, { current, includesTax: false }), year);
    expect(rows()[0]).toEqual(['Amounts before tax', 'Now', 'After']);
    expect(rows().at(-1)).toEqual(['Each payment', '$29.00 a month', '$290.00 a year']);
  });
});

describe('the amount due for a change', () => {
  beforeEach(() => activateAll('en'));

  it('is the cost of the change until the period ends, and the next charge', () => {
    show(more, makeEstimate(4038, 60_000, { current }));
    expect(dues()).toEqual([
      ['1 seat until Dec 20, 2026, with tax', '$40.38'],
      ['Due today', '$40.38'],
      ['Due Dec 20', '$600.00'],
    ]);
  });

  it.each([
    [
      'uses the credit first, and the remaining credit for the next charge',
      makeInvoice(4038, { amountDue: 0, creditBefore: 12_000, creditAfter: 7962 }),
      [
        ['From your $120.00 credit, $79.62 stays', '($40.38)'],
        ['Due today', '$0.00'],
        ['Due Dec 20 $600.00 less $79.62 credit', '$520.38'],
      ],
    ],
    [
      'is added to the next charge if it is too small to be charged alone',
      makeInvoice(1, { amountDue: 0, carriedOver: 1 }),
      [
        ['Too little to be charged alone: added to your next invoice', '($0.01)'],
        ['Due today', '$0.00'],
        ['Due Dec 20', '$600.01'],
      ],
    ],
    [
      'includes an earlier amount that was too small to be charged',
      makeInvoice(4038, { amountDue: 4078 }),
      [
        ['Owed from before', '$0.40'],
        ['Due today', '$40.78'],
        ['Due Dec 20', '$600.00'],
      ],
    ],
  ])('%s', (_, update, expected) => {
    show(more, makeEstimate(0, 60_000, { current, subscriptionUpdateInvoiceDetails: update }));
    expect(dues().slice(1)).toEqual(expected);
  });

  it('leaves the credit to another subscription that is charged first', () => {
    const update = makeInvoice(4038, { amountDue: 0, creditBefore: 12_000, creditAfter: 7962 });
    const others = { total: 1, items: [{ subscriptionId: 8, created: '2026-12-19T12:00:00Z', total: 5000 }] };
    show(more, makeEstimate(0, 60_000, { current, subscriptionUpdateInvoiceDetails: update }), month, false, others);
    expect(dues().at(-1)).toEqual(['Due Dec 20, before your credit', '$600.00']);
  });

  it('is zero today if unused time is credited', () => {
    const update = makeInvoice(-4038, { creditAfter: 5038 });
    const less: Change[] = [{ subject: 'quantity', from: 5, to: 4 }];
    show(less, makeEstimate(0, 60_000, { current, subscriptionUpdateInvoiceDetails: update }));
    expect(dues().slice(0, 3)).toEqual([
      ['Given back for time that you have paid and will not use', '($40.38)'],
      ['Kept as your credit, $50.38 in all', ''],
      ['Due today', '$0.00'],
    ]);
  });

  it('is not shown for later if nothing renews', () => {
    show(more, makeEstimate(100, 0, { current, recurringCharges: [], nextPaymentDate: null }));
    expect(dues().at(-1)).toEqual(['Nothing is charged after that', '']);
  });
});

it('the table of changes is shown in French', () => {
  activateAll('fr');
  const consequences = {
    removedAddons: ['Alertes'],
    removedDiscounts: [],
    replacedChange: null,
  };
  show(more, makeEstimate(4038, 60_000, { current, consequences }), month, true);
  expect(rows()).toEqual([
    ['Par mois, taxes comprises', 'Maintenant', 'Après'],
    ['Postes', '5', '6'],
    ['Alertes', 'Inclus', 'Retrait'],
    ['Chaque paiement', '29,00 $ US', '600,00 $ US'],
  ]);
});
