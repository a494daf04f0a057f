import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import type { ControlProps } from './field.tsx';
import { itemClasses, popupClasses } from './menu.tsx';
import { controlClasses } from './text-input.tsx';
import { useLandmark } from './use-landmark.ts';

interface SelectProps<Value extends string> extends Partial<ControlProps> {
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; disabled?: boolean }[];
  placeholder?: string;
  disabled?: boolean;
  name?: string;
  /** Required without a `Field` that labels it. */
  'aria-label'?: string;
  className?: string;
  /** Called when the control loses the focus. */
  onBlur?: () => void;
}

/** A choice from a list. Inside a `Field`, spread its control onto this. */
export function Select<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  name,
  className,
  onBlur,
  ...control
}: SelectProps<Value>) {
  const { ref, container } = useLandmark();
  return (
    <Base.Root
      items={options as { value: Value; label: ReactNode }[]}
      value={value}
      onValueChange={(next) => next !== null && onChange(next as Value)}
      disabled={disabled}
      name={name}
    >
      <Base.Trigger
        {...control}
        ref={ref}
        onBlur={onBlur}
        className={cn(
          controlClasses,
          'flex items-center justify-between gap-2 text-left data-placeholder:text-muted',
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate" />
        <Base.Icon>
          <ChevronDown aria-hidden="true" className="size-4 text-muted" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal container={container}>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={cn(popupClasses, 'max-h-[min(300px,var(--available-height))] min-w-(--anchor-width)')}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} disabled={option.disabled} className={itemClasses}>
                  <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden="true" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
