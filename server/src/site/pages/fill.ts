import type { Preloaded } from '@portico/contract';
import { escapeHtml } from '../../core/http/plain-page.ts';
import { antiForgeryField } from '../../identity/index.ts';
import type { Fill } from './documents.ts';

/** The values of a document's placeholders for one user. Text from users and providers is escaped. */
export function createFill(preloaded: Preloaded): Fill {
  const { antiForgeryToken, attemptedValues, modelState } = preloaded;
  return {
    preloaded: asScript(preloaded),
    antiforgery: hiddenFields({ [antiForgeryField]: antiForgeryToken, ReturnUrl: attemptedValues.ReturnUrl }),
    errors: escapeHtml(Object.values(modelState).flat().join('\n')),
  };
}

/** JSON that cannot end its script element. It escapes `<` and the two line ends that JSON allows and scripts do not. */
function asScript(preloaded: Preloaded): string {
  const json = JSON.stringify(preloaded).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="preloaded">${json}</script>`;
}

/** The hidden fields of a form that is posted without script. */
function hiddenFields(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value ? `<input type="hidden" name="${name}" value="${escapeHtml(value)}">` : ''))
    .join('');
}
