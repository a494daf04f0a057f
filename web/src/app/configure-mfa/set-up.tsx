export interface SetUpProps {
  email: string;
  onDone: () => void;
}
export function SetUp(_: SetUpProps) {
  return null;
}
