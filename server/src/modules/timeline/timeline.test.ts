import { describe, expect, test } from 'vitest';
import { webhookEvents } from '../../stripe/events/webhook-events.ts';
import { describeEvent } from './timeline.service.ts';

describe('an event in a timeline', () => {
  const ofPayments = webhookEvents.filter((type) =>
    /^(?:payment_intent|charge|refund|invoice|invoice_payment)\./.test(type),
  );

  test.each(ofPayments)('%s has a text of its own in French', (type) => {
    const inStripesWords = describeEvent(`${type}.later`, 'en').replace(/ later$/, '');
    expect(describeEvent(type, 'fr')).not.toBe(inStripesWords);
  });

  test('that came later is said in Stripe’s own words', () => {
    expect(describeEvent('charge.something_new.happened', 'en')).toBe('Charge something new happened');
  });
});
