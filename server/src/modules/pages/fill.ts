import type { Preloaded } from '@portico/contract';
import { escapeHtml } from '../../http/failure-page.ts';
import { antiForgeryField } from '../session/index.ts';
import type { Fill } from './documents.ts';

/** What a document holds in its open places for one reader. Words that people typed, or that a provider sent, stay words. */
export function fillOf(preloaded: Preloaded): Fill {
  const { antiForgeryToken, attemptedValues, modelState } = preloaded;
  return {
    preloaded: asScript(preloaded),
    antiforgery: hiddenFields({ [antiForgeryField]: antiForgeryToken, ReturnUrl: attemptedValues.ReturnUrl }),
    errors: escapeHtml(Object.values(modelState).flat().join('\n')),
  };
}

/** JSON that cannot end its script element: `<` is written as an escape, and so are the two line ends that JSON allows and scripts do not. */
function asScript(preloaded: Preloaded): string {
  const json = JSON.stringify(preloaded).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="preloaded">${json}</script>`;
}

/** What a form of the page sends along when it is posted without script. */
function hiddenFields(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value ? `<input type="hidden" name="${name}" value="${escapeHtml(value)}">` : ''))
    .join('');
}
