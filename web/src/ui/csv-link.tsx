import { useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { buttonClasses } from './button.tsx';

/** Downloads a list as it is filtered. The browser saves what comes, however long the list is. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useLingui();
  return (
    <a href={href} download className={buttonClasses({ variant: 'secondary' })} aria-label={t`Download as a CSV file`}>
      <Download aria-hidden="true" />
      CSV
    </a>
  );
}
