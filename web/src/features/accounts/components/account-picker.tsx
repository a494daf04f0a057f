import { Combobox } from '@base-ui/react/combobox';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, ChevronDown } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import { itemClasses, popupClasses } from '../../../ui/menu.tsx';
import { controlClasses } from '../../../ui/text-input.tsx';
import { useLandmark } from '../../../ui/use-landmark.ts';
import { useAccounts } from '../api/list-accounts.ts';

interface PickedAccount {
  id: number;
  name: string;
}

interface AccountPickerProps extends Partial<ControlProps> {
  value: PickedAccount | null;
  onChange: (account: PickedAccount | null) => void;
  onBlur?: () => void;
}

/** Choice of one account among all, by a part of its name. The server searches. */
export function AccountPicker({ value, onChange, onBlur, ...control }: AccountPickerProps) {
  const { t } = useLingui();
  const { ref, container } = useLandmark();
  const [text, setText] = useState('');
  // What stands in the field after a choice is that choice, and no search.
  const wanted = useDeferredValue(text === value?.name ? '' : text.trim());
  const { data, isPending, isError } = useAccounts(wanted);
  const items = data?.items ?? [];
  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={value}
      onValueChange={onChange}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ name }: PickedAccount) => name}
      isItemEqualToValue={(one: PickedAccount, other: PickedAccount) => one.id === other.id}
    >
      <span ref={ref} className="relative block">
        <Combobox.Input
          {...control}
          onBlur={onBlur}
          maxLength={200}
          placeholder={t`Search by name`}
          className={cn(controlClasses, 'pr-9')}
        />
        <Combobox.Trigger
          aria-label={t`Show accounts`}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center text-muted [&_svg]:size-4"
        >
          <ChevronDown aria-hidden="true" />
        </Combobox.Trigger>
      </span>
      <Combobox.Portal container={container}>
        <Combobox.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Combobox.Popup className={cn(popupClasses, 'max-h-[min(320px,var(--available-height))] w-(--anchor-width)')}>
            <Combobox.Status className="px-2.5 py-2 text-sm text-muted empty:hidden">
              {isError ? (
                <Trans>The accounts could not be loaded</Trans>
              ) : isPending ? (
                <Trans>Loading</Trans>
              ) : items.length === 0 ? (
                <Trans>No account has this name</Trans>
              ) : null}
            </Combobox.Status>
            <Combobox.List>
              {(account: PickedAccount) => (
                <Combobox.Item key={account.id} value={account} className={itemClasses}>
                  <span className="min-w-0 flex-1 truncate">{account.name}</span>
                  <Combobox.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
