import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactElement, type ReactNode, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { useLandmark } from './use-landmark.ts';

export const popupClasses =
  'z-50 max-h-(--available-height) origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-surface p-1 text-ink shadow-popup outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';

export const itemClasses =
  'flex w-full cursor-pointer select-none items-center gap-2.5 rounded-control px-2.5 py-2 pointer-coarse:min-h-9 text-left outline-none data-highlighted:bg-neutral-soft data-disabled:cursor-not-allowed data-disabled:text-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  /** px */
  minWidth?: number;
  defaultOpen?: boolean;
  /** The menu does not open; its button keeps the focus. */
  isLocked?: boolean;
}

/** A list of actions behind a button, with arrow keys, letters and Escape. */
export function Menu({
  trigger,
  children,
  align = 'end',
  minWidth = 200,
  defaultOpen = false,
  isLocked = false,
}: MenuProps) {
  const { ref, container } = useLandmark();
  const [isOpen, setIsOpen] = useState(defaultOpen);
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => setIsOpen(next && !isLocked)}>
      <Base.Trigger ref={ref} render={trigger} />
      <Base.Portal container={container}>
        <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={popupClasses} style={{ minWidth }}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type Icon = ComponentType<{ 'aria-hidden'?: boolean | 'true' | 'false' }>;

interface MenuItemProps {
  icon?: Icon;
  onSelect?: () => void;
  disabled?: boolean;
  tone?: 'danger';
  children: ReactNode;
}

export function MenuItem({ icon: Icon, onSelect, disabled, tone, children }: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={cn(itemClasses, tone === 'danger' && 'text-bad [&_svg]:text-bad')}
    >
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </Base.Item>
  );
}

/** A link in the menu. Pass the router's link as `render`, or `href` for another site. */
export function MenuLink({ icon: Icon, children, ...rest }: ComponentProps<typeof Base.LinkItem> & { icon?: Icon }) {
  return (
    <Base.LinkItem closeOnClick {...rest} className={itemClasses}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </Base.LinkItem>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; lang?: string }[];
}

/** A choice in the menu, with a check mark at the selected option. */
export function MenuChoice<Value extends string>({ label, value, onChange, options }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            lang={option.lang}
            className={itemClasses}
          >
            <span className="flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <div className="px-2.5 py-2">{children}</div>;
}
