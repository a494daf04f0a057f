import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import { type Picked, Picker, usePickerText } from '../../../ui/picker.tsx';

interface AccountPickerProps extends Partial<ControlProps> {
  value: Picked | null;
  onChange: (account: Picked | null) => void;
  onBlur?: () => void;
}

/** Selects one of all accounts by a part of its name. */
export function AccountPicker({ value, onChange, ...control }: AccountPickerProps) {
  const { t } = useLingui();
  const { wanted, ...typed } = usePickerText(value);
  const found = useAccounts(wanted);
  return (
    <Picker
      control={control}
      value={value}
      onChange={onChange}
      typed={typed}
      items={found.data?.items ?? []}
      search={found}
      words={{
        placeholder: t`Search by name`,
        show: t`Show accounts`,
        failed: t`The accounts could not be loaded`,
        nothing: t`No account has this name`,
      }}
      renderItem={({ name }) => <span className="block truncate">{name}</span>}
    />
  );
}

/** The first accounts by name whose names contain a text. */
function useAccounts(textFilter: string) {
  return useQuery({
    queryKey: ['accounts', 'list', textFilter],
    queryFn: ({ signal }) => api('GET /api/Operator/Accounts', { query: { textFilter, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });
}
