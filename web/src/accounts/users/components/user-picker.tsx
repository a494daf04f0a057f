import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import { type Picked, Picker, usePickerText } from '../../../ui/picker.tsx';
import { usersKey } from '../users.api.ts';

interface UserPickerProps extends Partial<ControlProps> {
  value: Picked | null;
  onChange: (user: Picked | null) => void;
}

const fullName = ({ firstName, lastName, login }: { firstName: string; lastName: string; login: string }) =>
  `${firstName} ${lastName}`.trim() || login;

/** Selects one user of the account by a part of the login, name or address. */
export function UserPicker({ value, onChange, ...control }: UserPickerProps) {
  const { t } = useLingui();
  const { wanted, ...typed } = usePickerText(value);
  const found = useUsersFound(wanted);
  return (
    <Picker
      control={control}
      value={value}
      onChange={onChange}
      typed={typed}
      items={(found.data?.items ?? []).map((user) => ({ id: user.id, name: fullName(user), login: user.login }))}
      search={found}
      words={{
        placeholder: t`Everybody`,
        show: t`Show users`,
        clear: t`Everybody`,
        failed: t`The users could not be loaded`,
        nothing: t`No user matches this text`,
      }}
      renderItem={({ name, login }) => (
        <>
          <span className="block truncate">{name}</span>
          {login !== name && <span className="block truncate text-xs text-muted">{login}</span>}
        </>
      )}
    />
  );
}

/** The first users of the account whose login, name or address contains the text. */
function useUsersFound(textFilter: string) {
  return useQuery({
    queryKey: [...usersKey, 'found', textFilter],
    queryFn: ({ signal }) => api('GET /api/User/list', { query: { textFilter, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}
