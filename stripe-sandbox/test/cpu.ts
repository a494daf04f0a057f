/** The CPU time of this thread for `run`, in milliseconds, so that other programs do not matter. */
export function computingTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
