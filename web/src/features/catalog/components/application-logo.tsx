import { cn } from '../../../lib/cn.ts';

interface ApplicationLogoProps {
  name: string;
  /** data: URI; without one the first letter stands in. */
  logo64: string | null;
  isMuted?: boolean;
}

/** A product's logo beside its name: decorative, for the name says the same. */
export function ApplicationLogo({ name, logo64, isMuted = false }: ApplicationLogoProps) {
  const classes = cn('size-11 shrink-0 rounded-[10px]', isMuted && 'opacity-50 grayscale');
  if (logo64) return <img src={logo64} alt="" width={44} height={44} className={cn(classes, 'object-contain')} />;
  return (
    <span
      aria-hidden="true"
      className={cn(classes, 'grid place-items-center bg-accent-soft text-lg font-semibold text-accent-text')}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
