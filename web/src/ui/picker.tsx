import { Combobox } from '@base-ui/react/combobox';
import { Trans } from '@lingui/react/macro';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { cn } from '../lib/cn.ts';
import type { ControlProps } from './field.tsx';
import { itemClasses, popupClasses } from './menu.tsx';
import { controlClasses } from './text-input.tsx';
import { useLandmark } from './use-landmark.ts';

/** A selected item. */
export interface Picked {
  id: number;
  name: string;
}

/** The text in a picker, and the text to search for. */
export function usePickerText(value: Picked | null) {
  const [text, setText] = useState(value?.name ?? '');
  // The name of the selected item is not a search.
  const wanted = useDeferredValue(text === value?.name ? '' : text.trim());
  return { text, setText, wanted };
}

interface PickerProps<Item extends Picked> {
  control: Partial<ControlProps> & { onBlur?: (() => void) | undefined };
  value: Picked | null;
  onChange: (picked: Picked | null) => void;
  typed: Pick<ReturnType<typeof usePickerText>, 'text' | 'setText'>;
  items: readonly Item[];
  search: { isPending: boolean; isError: boolean };
  words: {
    placeholder: string;
    /** The label of the button that shows the list. */
    show: string;
    /** The label of the button that clears the selection; omitted if it cannot be cleared. */
    clear?: string;
    failed: string;
    nothing: string;
  };
  /** Renders an item in the list. */
  renderItem: (item: Item) => ReactNode;
}

const buttonClasses = 'absolute inset-y-0 grid place-items-center text-muted [&_svg]:size-4';

/** Chooses one of many items by a part of its name. The server searches. */
export function Picker<Item extends Picked>(props: PickerProps<Item>) {
  const { control, value, onChange, typed, items, search, words, renderItem } = props;
  const { ref, container } = useLandmark();
  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={value}
      onValueChange={onChange}
      inputValue={typed.text}
      onInputValueChange={typed.setText}
      itemToStringLabel={({ name }: Picked) => name}
      isItemEqualToValue={(one: Picked, other: Picked) => one.id === other.id}
    >
      <span ref={ref} className="relative block">
        <Combobox.Input
          {...control}
          maxLength={200}
          placeholder={words.placeholder}
          className={cn(controlClasses, words.clear ? 'pr-16' : 'pr-9')}
        />
        {words.clear && value && (
          <Combobox.Clear aria-label={words.clear} className={cn(buttonClasses, 'right-8 w-8')}>
            <X aria-hidden="true" />
          </Combobox.Clear>
        )}
        <Combobox.Trigger aria-label={words.show} className={cn(buttonClasses, 'right-0 w-9')}>
          <ChevronDown aria-hidden="true" />
        </Combobox.Trigger>
      </span>
      <Combobox.Portal container={container}>
        <Combobox.Positioner sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Combobox.Popup className={cn(popupClasses, 'max-h-[min(320px,var(--available-height))] w-(--anchor-width)')}>
            <Combobox.Status className="px-2.5 py-2 text-sm text-muted empty:hidden">
              {search.isError ? (
                words.failed
              ) : search.isPending ? (
                <Trans>Loading</Trans>
              ) : items.length === 0 ? (
                words.nothing
              ) : null}
            </Combobox.Status>
            <Combobox.List>
              {(item: Item) => (
                <Combobox.Item key={item.id} value={item} className={itemClasses}>
                  <span className="min-w-0 flex-1">{renderItem(item)}</span>
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
