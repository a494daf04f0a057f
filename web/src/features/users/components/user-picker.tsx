import { Combobox } from '@base-ui/react/combobox';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, ChevronDown, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import type { ControlProps } from '../../../ui/field.tsx';
import { itemClasses, popupClasses } from '../../../ui/menu.tsx';
import { controlClasses } from '../../../ui/text-input.tsx';
import { useLandmark } from '../../../ui/use-landmark.ts';
import { useUsersFound } from '../api/find-users.ts';

export interface PickedUser {
  id: number;
  name: string;
}

interface UserPickerProps extends Partial<ControlProps> {
  value: PickedUser | null;
  onChange: (user: PickedUser | null) => void;
}

const nameOf = ({ firstName, lastName, login }: { firstName: string; lastName: string; login: string }) =>
  `${firstName} ${lastName}`.trim() || login;

/** Choice of one user of the account, by a part of the login, the name or the address. The server searches. */
export function UserPicker({ value, onChange, ...control }: UserPickerProps) {
  const { t } = useLingui();
  const { ref, container } = useLandmark();
  const [text, setText] = useState(value?.name ?? '');
  // What stands in the field after a choice is that choice, and no search.
  const wanted = useDeferredValue(text === value?.name ? '' : text.trim());
  const { data, isPending, isError } = useUsersFound(wanted);
  const items = (data?.items ?? []).map((user) => ({ id: user.id, name: nameOf(user), login: user.login }));
  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={value}
      onValueChange={onChange}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ name }: PickedUser) => name}
      isItemEqualToValue={(one: PickedUser, other: PickedUser) => one.id === other.id}
    >
      <span ref={ref} className="relative block">
        <Combobox.Input
          {...control}
          maxLength={200}
          placeholder={t`Everybody`}
          className={cn(controlClasses, 'pr-16')}
        />
        {value && (
          <Combobox.Clear
            aria-label={t`Everybody`}
            className="absolute inset-y-0 right-8 grid w-8 place-items-center text-muted [&_svg]:size-4"
          >
            <X aria-hidden="true" />
          </Combobox.Clear>
        )}
        <Combobox.Trigger
          aria-label={t`Show users`}
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
                <Trans>The users could not be loaded</Trans>
              ) : isPending ? (
                <Trans>Loading</Trans>
              ) : items.length === 0 ? (
                <Trans>No user matches this text</Trans>
              ) : null}
            </Combobox.Status>
            <Combobox.List>
              {(user: PickedUser & { login: string }) => (
                <Combobox.Item key={user.id} value={user} className={itemClasses}>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{user.name}</span>
                    {user.login !== user.name && (
                      <span className="block truncate text-xs text-muted">{user.login}</span>
                    )}
                  </span>
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
