import type { Preloaded } from '@portico/contract';
import { expect, test } from 'vitest';
import { createFill } from './fill.ts';

const evil = `<img src=x onerror="alert('1')"> & </script>`;

test('escapes users’ text in every place of a document', () => {
  const { errors, antiforgery, preloaded } = createFill({
    antiForgeryToken: 'tok',
    modelState: { userName: [evil], '': ['Try again.'] },
    attemptedValues: { ReturnUrl: evil },
  } as unknown as Preloaded);
  const escaped = '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62; &#38; &#60;/script&#62;';
  expect(errors).toBe(`${escaped}\nTry again.`);
  expect(antiforgery).toContain(`name="ReturnUrl" value="${escaped}">`);
  expect(preloaded.match(/</g)).toHaveLength(2);
  expect(JSON.parse(preloaded.replace(/^<[^>]*>|<\/script>$/g, '')).modelState.userName).toEqual([evil]);
});
