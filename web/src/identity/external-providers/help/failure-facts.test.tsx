import type { SsoTestStepResult } from '@portico/contract';
import { expect, test } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { FailureFacts } from './failure-facts.tsx';

const failed = (
  failure: NonNullable<SsoTestStepResult['failure']>,
  facts: SsoTestStepResult['facts'],
): SsoTestStepResult => ({
  step: 'keys',
  state: 'failed',
  tookMilliseconds: 1,
  failure,
  facts,
  providerSays: null,
});

test.each([
  [240, 'The provider’s clock is 4 minutes ahead of the portal’s.'],
  [-75, 'The provider’s clock is 75 seconds behind the portal’s.'],
])('shows the difference of the clocks: %i', (seconds, text) => {
  const { container } = renderUi(<FailureFacts result={failed('clockDiffers', { seconds })} />);
  expect(container.textContent).toBe(text);
});

test('shows the expected and the actual value', () => {
  const facts = { expected: 'https://a.example/', issuer: 'https://a.example' };
  const { container } = renderUi(<FailureFacts result={failed('issuerDiffers', facts)} />);
  expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(Object.values(facts));
});

test('names the server that did not answer', () => {
  const { container } = renderUi(<FailureFacts result={failed('providerAway', { address: 'https://a.example/x' })} />);
  expect(container.querySelector('dd')?.textContent).toBe('https://a.example/x');
});

test('shows nothing if no details are known', () => {
  expect(renderUi(<FailureFacts result={failed('providerAway', {})} />).container.textContent).toBe('');
});
