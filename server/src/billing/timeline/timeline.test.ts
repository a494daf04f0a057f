import { describe, expect, test } from 'vitest';
import { webhookEvents } from '../../core/stripe/events/webhook-events.ts';
import { describeEvent, sortByTimeAndKind } from './timeline.service.ts';

describe('an event in a timeline', () => {
  const ofPayments = webhookEvents.filter((type) =>
    /^(?:payment_intent|charge|refund|invoice|invoice_payment)\./.test(type),
  );

  test.each(ofPayments)('%s has a French text', (type) => {
    const inStripesWords = describeEvent(`${type}.later`, 'en').replace(/ later$/, '');
    expect(describeEvent(type, 'fr')).not.toBe(inStripesWords);
  });

  test('of an unknown type has Stripe’s name', () => {
    expect(describeEvent('charge.something_new.happened', 'en')).toBe('Charge something new happened');
  });
});

test('events of the same second are sorted by kind in both orders', () => {
  const [early, late] = [new Date('2026-03-05T10:00:00Z'), new Date('2026-03-05T10:00:01Z')];
  const rows = [
    { type: 'invoice.paid', created: early },
    { type: 'charge.refunded', created: late },
    { type: 'invoice.finalized', created: early },
    { type: 'charge.succeeded', created: early },
    { type: 'invoice.created', created: early },
  ];
  const kinds = ['invoice.created', 'invoice.finalized', 'charge.succeeded', 'invoice.paid', 'charge.refunded'];
  expect(sortByTimeAndKind(rows, 'asc').map(({ type }) => type)).toEqual(kinds);
  expect(sortByTimeAndKind(rows, 'desc').map(({ type }) => type)).toEqual(kinds.toReversed());
});
