import { Plural } from '@lingui/react/macro';

interface BlockedNoteProps {
  secondsLeft: number;
  /** Whether somebody pressed the button, and it is tried again at zero. */
  isWaiting: boolean;
  /** Whether it waits for others who register just now. */
  isBusy: boolean;
}

/** Why nobody can register just now; counts down each second. */
export function BlockedNote({ secondsLeft, isWaiting, isBusy }: BlockedNoteProps) {
  return (
    <span role="timer">
      {isBusy ? (
        <Plural
          value={secondsLeft}
          one="Many people are registering just now. We go on by ourselves in # second."
          other="Many people are registering just now. We go on by ourselves in # seconds."
        />
      ) : isWaiting ? (
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
