import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { buttonClasses } from './button.tsx';

/** Downloads a filtered list. The browser streams it to a file, however long it is. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useLingui();
  return (
    <a href={href} download className={buttonClasses({ variant: 'secondary' })} aria-label={t`Download as a CSV file`}>
      <Download aria-hidden="true" />
      CSV
    </a>
  );
}
