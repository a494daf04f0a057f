import type { Application } from '@portico/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makeApplication } from '../../../test/applications.ts';
import { renderWithLinks } from '../../../test/router.tsx';
import { TrialOffer } from './trial-offer.tsx';

const holding = { trial: true } as Application['holding'];
const paid = { trial: false } as Application['holding'];

it.each([
  ['is silent during a trial', { holding, trialDays: null }, null, null],
  [
    'offers a trial that has not begun',
    { holding: null, trialDays: 14 },
    /has not begun. It is free for 14 days/,
    'Start the trial',
  ],
  ['names a trial that is used up', { holding: null, trialDays: null }, /No trial of .* is available/, 'See the plans'],
  ['names a subscription', { holding: paid, trialDays: null }, /so no trial runs/, null],
])('%s', (_, state, words, link) => {
  renderWithLinks(<TrialOffer product={makeApplication(state)} />);
  expect(screen.queryByRole('status')?.textContent ?? null).toEqual(words && expect.stringMatching(words));
  expect(screen.queryByRole('link')?.textContent ?? null).toBe(link);
});
