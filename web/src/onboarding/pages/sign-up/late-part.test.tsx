import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { lazyPart } from '../../../lib/lazy.tsx';
import { answer, renderUi } from '../../../test/render.tsx';
import { LatePart } from './late-part.tsx';

it("shows the document's own message if a step cannot be loaded, and does not retry", async () => {
  document.body.insertAdjacentHTML('beforeend', '<div id="load-failure" hidden></div>');
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, {})),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => {
    throw new Error('gone');
  });
  const Step = lazyPart(load);
  const { unmount } = await act(async () =>
    renderUi(
      <LatePart fallback={<p>Outline</p>}>
        <Step />
      </LatePart>,
    ),
  );
  const note = document.getElementById('load-failure');
  await vi.waitFor(() => expect(note?.hidden).toBe(false), 20_000);
  expect(document.body.textContent).toContain('Outline');
  expect(load.mock.calls.length).toBeLessThan(4);
  unmount();
  expect(note?.hidden).toBe(true);
  note?.remove();
});
