import { Plural } from '@lingui/react/macro';

interface BlockedNoteProps {
  secondsLeft: number;
  /** Whether somebody pressed the button, and it is tried again at zero. */
  isWaiting: boolean;
}

/** Why nobody can register just now; counts down each second. */
export function BlockedNote({ secondsLeft, isWaiting }: BlockedNoteProps) {
  return (
    <span role="timer">
      {isWaiting ? (
        <Plural
          value={secondsLeft}
          one="You pressed the button too fast, please wait # sec. We try again by ourselves."
          other="You pressed the button too fast, please wait # sec. We try again by ourselves."
        />
      ) : (
        <Plural
          value={secondsLeft}
          one="Please wait # second before registration"
          other="Please wait # seconds before registration"
        />
      )}
    </span>
  );
}
