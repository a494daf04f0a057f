/** Milliseconds that this thread computes while `run` does its work: what other programs do meanwhile does not count. */
export function computingTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
