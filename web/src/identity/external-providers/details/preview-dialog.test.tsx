import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { entraProvider } from '../../../test/external-providers.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const mapping = { claim: 'groups', value: 'admins', role: 'admin' as const, products: [] };

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

async function preview(response: () => Response) {
  fetched.mockImplementation(async (_url, init) => (init?.method === 'POST' ? response() : answer(200, [])));
  renderUi(<PreviewDialog provider={{ ...entraProvider, claimMappings: [mapping] }} onClose={() => {}} />);
  await userEvent.type(screen.getByLabelText('ID token'), 'a.b.c');
  await userEvent.click(screen.getByRole('button', { name: 'Show the person' }));
}

const person = { kind: 'existing', email: 'pat@acme.example', name: 'Pat', role: 'admin', products: [] };

test('shows the user that results from a token, the mappings that apply, and the claims', async () => {
  await preview(() =>
    answer(200, { claims: [{ claim: 'groups', values: ['admins', 'all'] }], person, failure: null, applied: [0] }),
  );
  expect((await screen.findByText(/Pat, who is a user here/)).textContent).toContain('Admin');
  expect(screen.getByText('groups = admins')).toBeTruthy();
  expect(screen.getByText('admins, all')).toBeTruthy();
  const [, init] = fetched.mock.calls.find(([url]) => url === '/api/ExternalProviders/5/MappingPreview') ?? [];
  expect(JSON.parse(String(init?.body))).toEqual({ token: 'a.b.c' });
});

test('shows why the user of a token would be refused', async () => {
  const refused = { ...person, kind: 'refused', role: 'user' };
  await preview(() => answer(200, { claims: [], person: refused, failure: 'emailUnproved', applied: [] }));
  expect(await screen.findByText(/Pat, who would be refused/)).toBeTruthy();
  expect(screen.getByText('the email address is outside your domains')).toBeTruthy();
  expect(screen.getByText('No row applies')).toBeTruthy();
});

test('keeps the text of a token that could not be read, and shows why', async () => {
  const message = 'This is neither an ID token nor its claims as JSON.';
  await preview(() =>
    answer(422, { code: 'ValidationError', message, requestId: 'r', propertyErrors: { token: [message] } }),
  );
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^ID token/).value).toBe('a.b.c');
});
