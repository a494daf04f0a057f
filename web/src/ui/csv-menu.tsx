import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { apiReport } from '../lib/api.ts';
import { lazyPart } from '../lib/lazy.tsx';
import { notify } from '../lib/notify.tsx';
import { describeProblem } from '../lib/problem.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from './button.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { Spinner } from './spinner.tsx';

const CsvFormats = lazyPart(() => import('./csv-formats.tsx').then((module) => module.CsvFormats));

/**
 * Downloads a filtered list for a spreadsheet or for a program (IMP-11). A failure is a toast, and saves nothing
 * (IMP-10). @param href the address of the report, with its query
 */
export function CsvMenu({ href }: { href: string }) {
  const { t } = useLingui();
  const [isWanted, setIsWanted] = useState(false);
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
  const button = (
    <Button
      {...(!isWanted && { ...CsvFormats.warmUp, onClick: () => setIsWanted(true) })}
      aria-label={t`Download as a CSV file`}
      aria-haspopup="menu"
      aria-busy={isPending || undefined}
    >
      {isPending ? <Spinner /> : <Download aria-hidden="true" />}
      CSV
    </Button>
  );
  if (!isWanted) return button;
  return (
    <PartBoundary fallback={button} onFailure={() => setIsWanted(false)}>
      <CsvFormats trigger={button} href={href} isLocked={isPending} onDownload={mutate} />
    </PartBoundary>
  );
}
