import { expect, test } from 'vitest';
import { failedTest } from '../../../test/external-providers.ts';
import { renderUi } from '../../../test/render.tsx';
import { StepFacts } from './step-words.tsx';

const [step] = failedTest.steps;

test.each([
  ['dns', 'found', 'DNS TXT record found at acme.example'],
  ['dns', 'missing', 'Proven by a DNS TXT record at acme.example before. It is not there any more; the proof stays'],
  ['dns', 'other', 'Proven by a DNS TXT record at acme.example before. It is not there any more; the proof stays'],
  ['dns', 'unreachable', 'Proven by a DNS TXT record at acme.example before. Its DNS servers do not answer right now'],
  ['mail', 'missing', 'Confirmed by a mail to admin@acme.example'],
])('shows how a domain was verified and the current state of its record: %s, %s', (proof, record, text) => {
  if (!step) throw new Error('no step');
  const result = { ...step, facts: { domain: 'acme.example', proof, record } };
  expect(renderUi(<StepFacts result={result} test={null} />).container.textContent).toBe(text);
});
