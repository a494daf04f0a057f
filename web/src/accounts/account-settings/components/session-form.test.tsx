import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { SessionForm } from './session-form.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save session inactivity' });

/** Sets the viewer: an admin of the account, or a read-only user. */
const lookAs = (isAdmin: boolean) =>
  replacePreloaded({
    user: { ...person, isAdmin, isOwner: false, readOnly: !isAdmin },
    features: ['customerAdmin'],
    permissions: [],
  });

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  lookAs(true);
});

it('sends the chosen hours and minutes as seconds', async () => {
  fetched.mockImplementation(async (_url, init) => answer(200, JSON.parse(String(init?.body))));
  renderUi(<SessionForm seconds={3_600} />);
  expect(save().disabled).toBe(true);
  await userEvent.selectOptions(choice('Hours'), '2');
  await userEvent.selectOptions(choice('Minutes'), '15');
  await userEvent.click(save());
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ expirationTimeInSeconds: 8_100 });
});

it('rejects 0 hours and 0 minutes at the field, and sends nothing', async () => {
  renderUi(<SessionForm seconds={3_600} />);
  await userEvent.selectOptions(choice('Hours'), '0');
  await userEvent.click(save());
  const described = { description: 'Choose a time: hours and minutes cannot both be 0' };
  expect(screen.getAllByRole('combobox', described)).toEqual([choice('Hours'), choice('Minutes')]);
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.selectOptions(choice('Minutes'), '30');
  expect(screen.queryByText(/cannot both be 0/)).toBeNull();
});

it('warns above eight hours', async () => {
  renderUi(<SessionForm seconds={28_800} />);
  expect(screen.queryByText(/With more than 8 hours/)).toBeNull();
  await userEvent.selectOptions(choice('Minutes'), '15');
  expect(screen.getByText(/With more than 8 hours/)).toBeDefined();
});

it.each([
  ['0', '15', 'Saved as 30 minutes, the shortest time'],
  ['24', '45', 'Saved as 24 hours, the longest time'],
])('shows the nearest allowed value of %s hours and %s minutes', async (hours, minutes, words) => {
  renderUi(<SessionForm seconds={3_600} />);
  await userEvent.selectOptions(choice('Hours'), hours);
  await userEvent.selectOptions(choice('Minutes'), minutes);
  expect(screen.getByText(words)).toBeDefined();
});

it('says which time was saved if the chosen one is too short', async () => {
  const success = vi.spyOn(notify, 'success').mockImplementation(() => {});
  fetched.mockImplementation(async () => answer(200, { expirationTimeInSeconds: 1_800 }));
  renderUi(<SessionForm seconds={3_600} />);
  await userEvent.selectOptions(choice('Hours'), '0');
  await userEvent.selectOptions(choice('Minutes'), '15');
  await userEvent.click(save());
  await waitFor(() => expect(success).toHaveBeenCalledWith('Saved as 30 minutes, the shortest time'));
});

it("shows the server's error at the field", async () => {
  const propertyErrors = { expirationTimeInSeconds: ['The expirationTimeInSeconds field is not valid.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  renderUi(<SessionForm seconds={3_600} />);
  await userEvent.selectOptions(choice('Hours'), '3');
  await userEvent.click(save());
  await waitFor(() => expect(screen.getByText('The Session inactivity field is not valid.')).toBeDefined());
  expect(choice('Hours').value).toBe('3');
});

it('the form is disabled for users who may not save it', () => {
  lookAs(false);
  renderUi(<SessionForm seconds={3_600} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(choice('Hours').disabled).toBe(true);
});
