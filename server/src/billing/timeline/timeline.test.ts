import { describe, expect, test } from 'vitest';
import { webhookEvents } from '../../core/stripe/events/webhook-events.ts';
import { describeEvent } from './timeline.service.ts';

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
