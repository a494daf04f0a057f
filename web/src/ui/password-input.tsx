import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { controlClasses } from './text-input.tsx';

/** A password input with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useLingui();
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="relative block">
      <input {...rest} type={isShown ? 'text' : 'password'} className={cn(controlClasses, 'pr-10', className)} />
      <button
        type="button"
        aria-label={isShown ? t`Hide password` : t`Show password`}
        aria-pressed={isShown}
        className="absolute inset-y-0 right-0 grid w-10 pointer-coarse:w-11 place-items-center rounded-control text-muted hover:text-ink [&_svg]:size-4"
        onClick={() => setIsShown((shown) => !shown)}
      >
        {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </button>
    </span>
  );
}
