import type { UnitName } from '@portico/contract';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { activateAll } from '../../../test/messages.ts';
import { renderUi } from '../../../test/render.tsx';
import type { Change } from '../model/changes.ts';
import { summarizeChange, useChangeButtonText } from './change-words.ts';

const month = { interval: 'Month', intervalCount: 1 } as const;
const year = { interval: 'Year', intervalCount: 1 } as const;
const use = { caption: 'Ten phones', quantity: 1 };

const changes = {
  twoMore: [{ subject: 'quantity', from: 8, to: 10 }],
  oneLess: [{ subject: 'quantity', from: 3, to: 2 }],
  yearly: [{ subject: 'billingInterval', from: month, to: year }],
  starter: [
    { subject: 'plan', from: 'Team', to: 'Starter' },
    { subject: 'quantity', from: 3, to: 1 },
  ],
  added: [{ subject: 'addon', name: 'Alerts', from: null, to: use }],
  removed: [{ subject: 'addon', name: 'Alerts', from: use, to: null }],
  both: [
    { subject: 'addon', name: 'Alerts', from: use, to: null },
    { subject: 'addon', name: 'Archive', from: null, to: use },
  ],
} satisfies Record<string, Change[]>;

const units = {
  en: { one: 'seat', other: 'seats' },
  fr: { one: 'poste', other: 'postes' },
} satisfies Record<string, UnitName>;

function Text({ kind, due, unit }: { kind: keyof typeof changes; due: number; unit: UnitName }) {
  return <p role="note">{useChangeButtonText()(summarizeChange(changes[kind]), due, 'usd', unit)}</p>;
}

const shown = () => screen.getByRole('note').textContent?.replace(/[\u00a0\u202f]/g, ' ');

describe('the label of the button that makes a change', () => {
  beforeEach(() => activateAll('en'));

  it.each([
    ['twoMore', 0, 'Add 2 seats, nothing due today'],
    ['twoMore', 4038, 'Add 2 seats and pay $40.38'],
    ['oneLess', 0, 'Remove 1 seat'],
    ['yearly', 397_352, 'Pay yearly, $3,973.52 due today'],
    ['yearly', 0, 'Pay yearly, nothing due today'],
    ['starter', 0, 'Switch to Starter, nothing due today'],
    ['starter', 100, 'Switch to Starter and pay $1.00'],
    ['added', 900, 'Add Alerts and pay $9.00'],
    ['removed', 0, 'Remove Alerts'],
    ['both', 900, 'Make the changes and pay $9.00'],
  ] as const)('for %s with %i cents due is %s', (kind, due, words) => {
    renderUi(<Text kind={kind} due={due} unit={units.en} />);
    expect(shown()).toBe(words);
  });

  it.each([
    ['twoMore', 0, 'Ajouter 2 postes, rien à payer aujourd’hui'],
    ['twoMore', 4038, 'Ajouter 2 postes et payer 40,38 $ US'],
    ['oneLess', 0, 'Retirer 1 poste'],
    ['yearly', 397_352, 'Payer chaque année, 3 973,52 $ US à payer aujourd’hui'],
    ['starter', 100, 'Passer à Starter et payer 1,00 $ US'],
    ['removed', 0, 'Retirer Alerts'],
  ] as const)('for %s with %i cents due in French is %s', (kind, due, words) => {
    activateAll('fr');
    renderUi(<Text kind={kind} due={due} unit={units.fr} />);
    expect(shown()).toBe(words);
  });
});
