import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { apiReport } from '../lib/api.ts';
import { notify } from '../lib/notify.tsx';
import { describeProblem } from '../lib/problem.ts';
import { saveFile } from '../lib/save-file.ts';
import { buttonClasses } from './button.tsx';
import { Spinner } from './spinner.tsx';

/** Downloads a filtered list. A failure is a toast, and saves nothing (IMP-10). Without script, it is a plain link. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useLingui();
  const title = t`Error while generating the report`;
  const { mutate, isPending } = useMutation({
    mutationFn: apiReport,
    meta: { showsErrors: true },
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: (error) => {
      const reason = describeProblem(error);
      notify.error(title, reason === title ? {} : { description: reason });
    },
  });
  return (
    <a
      href={href}
      download
      className={buttonClasses({ variant: 'secondary' })}
      aria-label={t`Download as a CSV file`}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!isPending) mutate(href);
      }}
    >
      {isPending ? <Spinner /> : <Download aria-hidden="true" />}
      CSV
    </a>
  );
}
