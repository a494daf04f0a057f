import { Alert } from '../../../ui/alert.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { useSubmissionContext } from './submission-context.ts';

/** Shows on earlier steps that registering is blocked; renders nothing while it is allowed. */
export function BlockedAlert({ className }: { className: string }) {
  const { isBlocked, isWaiting, isBusy, secondsLeft } = useSubmissionContext();
  if (!isBlocked) return null;
  return (
    <Alert tone="warning" className={className}>
      <BlockedNote secondsLeft={secondsLeft} isWaiting={isWaiting} isBusy={isBusy} />
    </Alert>
  );
}
