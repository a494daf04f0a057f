import { Plural, Trans } from '@lingui/react/macro';
import { Alert } from '../../../ui/alert.tsx';

export function TooManyAttempts({ secondsLeft }: { secondsLeft: number }) {
  return (
    <Alert tone="warning">
      <Trans>
        Too many attempts. You can try again in <Plural value={secondsLeft} one="# second" other="# seconds" />.
      </Trans>
    </Alert>
  );
}
