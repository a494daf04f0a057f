import { useLingui } from '@lingui/react/macro';
import type { ControlProps } from '../../../ui/field.tsx';
import { type Picked, Picker, usePickerText } from '../../../ui/picker.tsx';
import { useAccounts } from '../api/list-accounts.ts';

interface AccountPickerProps extends Partial<ControlProps> {
  value: Picked | null;
  onChange: (account: Picked | null) => void;
  onBlur?: () => void;
}

/** Choice of one account among all, by a part of its name. */
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
