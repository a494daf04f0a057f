import { Alert } from '../../../ui/alert.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { useSubmissionContext } from './submission-context.ts';

/** Says on the steps before the last one that nobody can register just now; nothing where one can. */
export function BlockedAlert({ className }: { className: string }) {
  const { isBlocked, isWaiting, isBusy, secondsLeft } = useSubmissionContext();
  if (!isBlocked) return null;
  return (
    <Alert tone="warning" className={className}>
      <BlockedNote secondsLeft={secondsLeft} isWaiting={isWaiting} isBusy={isBusy} />
    </Alert>
  );
}
