import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../lib/notify.tsx';
import { answer, renderUi } from '../test/render.tsx';
import { CsvMenu } from './csv-menu.tsx';

const title = 'Error while generating the report';
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

async function press(response: Response, reader = 'For a spreadsheet') {
  const error = vi.spyOn(notify, 'error').mockImplementation(() => {});
  const fetch = vi.fn(async (_url: string) => response);
  vi.stubGlobal('fetch', fetch);
  renderUi(
    <main>
      <CsvMenu href="/Reports/InvoicesReport?format=csv" />
    </main>,
  );
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Download as a CSV file' })));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${reader}`) }));
  return { error, fetch };
}

it('a report is saved under the name that the server gives it', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="invoices.csv"' };
  const { fetch } = await press(new Response('Name', { headers }));
  await vi.waitFor(() => expect(saved).toEqual(['invoices.csv']));
  expect(fetch.mock.calls[0]?.[0]).toBe('/Reports/InvoicesReport?format=csv');
});

it('a report for a program has the format of all languages', async () => {
  const { fetch } = await press(new Response('Name'), 'For a program');
  expect(fetch.mock.calls[0]?.[0]).toBe('/Reports/InvoicesReport?format=csv&for=program');
});

it.each([
  ['InternalError', 500, title, {}],
  ['ServiceUnavailable', 503, 'Busy.', { description: 'Busy.' }],
])('a report that fails with %s shows a toast and saves nothing', async (code, status, message, options) => {
  const { error } = await press(answer(status, { code, message, requestId: 'r' }));
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith(title, options));
  expect(saved).toEqual([]);
});

it('a report that the server aborts shows a toast and saves nothing', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new Error('aborted')) });
  const { error } = await press(new Response(body));
  await vi.waitFor(() => expect(error).toHaveBeenCalled());
  expect(saved).toEqual([]);
});
