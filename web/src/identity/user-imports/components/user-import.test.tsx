import type { ImportPreview } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, renderUi } from '../../../test/render.tsx';
import { UserImport } from './user-import.tsx';

const preview: ImportPreview = {
  rows: 2,
  admins: 1,
  readOnly: 0,
  ignoredColumns: [],
  fileProblem: null,
  badLines: [],
  sample: [
    {
      login: 'ada',
      email: 'ada@acme.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      admin: true,
      readOnly: false,
      active: true,
      expDate: '2031-01-01T00:00:00.000Z',
    },
  ],
};
const refused = () => answer(422, { code: 'file', message: 'Nothing was imported.' });
const imported = vi.fn();
let previews: ImportPreview[];
let importing: () => Response;
const fetched = vi.fn(async (url: string, _init?: RequestInit) =>
  url.includes('Preview') ? answer(200, previews.shift() ?? preview) : importing(),
);

beforeEach(() => {
  previews = [];
  importing = () => answer(200, { imported: 2, invited: 2, notAdded: [] });
  fetched.mockClear();
  imported.mockReset();
  vi.stubGlobal('fetch', fetched);
});

async function choose(content = 'login,email,firstName\n', name = 'users.csv') {
  renderUi(<UserImport onImported={imported} />);
  await userEvent.upload(screen.getByLabelText('CSV file'), new File([content], name, { type: 'text/csv' }));
}

it('shows the users that a file would add, and imports exactly the bytes that were checked', async () => {
  await choose('login,email,firstName\nada,ada@acme.example,Ada\n');
  expect(await screen.findByText(/2 users can be imported\. 1 of them is an admin\./)).toBeTruthy();
  expect(screen.getByText('and 1 more')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 users' }));
  await waitFor(() => expect(imported).toHaveBeenCalledOnce());
  const [looked, sent] = fetched.mock.calls;
  expect([looked?.[0], sent?.[0]]).toEqual(['/api/UserImports/Preview', '/api/UserImports?invite=true']);
  expect(new Headers(sent?.[1]?.headers).get('content-type')).toBe('text/csv');
  expect(sent?.[1]?.body).toBe(looked?.[1]?.body);
  const body = sent?.[1]?.body as Blob;
  expect(await body.text()).toContain('ada@acme.example');
});

it('stays and lists the addresses that were not added', async () => {
  importing = () => answer(200, { imported: 1, invited: 1, notAdded: ['ada@acme.example'] });
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 users' }));
  expect(await screen.findByText(/could not be added: ada@acme\.example\. We wrote to its owner/)).toBeTruthy();
  expect(imported).not.toHaveBeenCalled();
});

it('sends no invitations if the user does not want that', async () => {
  await choose();
  await userEvent.click(await screen.findByRole('checkbox', { name: /Email everyone an invitation/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Import 2 users' }));
  await waitFor(() => expect(fetched.mock.calls.at(-1)?.[0]).toBe('/api/UserImports?invite=false'));
});

it('lists every invalid line in parts, and imports nothing', async () => {
  const badLines = Array.from({ length: 60 }, (_, index) => ({
    line: index + 2,
    login: `user${index}`,
    problems: [{ column: 'email' as const, message: `The email of ${index} is bad.` }],
  }));
  previews = [{ ...preview, badLines, ignoredColumns: ['isOwner', 'accountId'] }];
  await choose();
  expect(await screen.findByText(/60 lines cannot be imported/)).toBeTruthy();
  expect(screen.getByText('These columns are not imported: isOwner, accountId.')).toBeTruthy();
  expect(screen.queryByText('The email of 55 is bad.')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show more (10 lines left)' }));
  expect(screen.getByText('The email of 55 is bad.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('shows why a file cannot be read', async () => {
  previews = [{ ...preview, rows: 0, sample: [], fileProblem: 'The file is not in UTF-8.' }];
  await choose();
  expect(await screen.findByText('The file is not in UTF-8.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
});

it('does not send a file that is too large', async () => {
  await choose('x'.repeat(2 * 1024 * 1024 + 1));
  expect(await screen.findByText(/larger than 2 MB/)).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

it('checks the file again if a login has been taken since', async () => {
  importing = refused;
  const problems = [{ column: 'login' as const, message: 'The login is already taken.' }];
  previews = [preview, { ...preview, badLines: [{ line: 2, login: 'ada', problems }] }];
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 users' }));
  expect(await screen.findByText('The login is already taken.')).toBeTruthy();
  expect(imported).not.toHaveBeenCalled();
});
