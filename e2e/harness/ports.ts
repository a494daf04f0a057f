import { ownPorts } from '../../server/test/own-port.ts';

/** Free ports on 127.0.0.1 that no other part of this run uses. */
export function freePorts(count: number): Promise<number[]> {
  return ownPorts(count, Number(process.env.TEST_PARALLEL_INDEX ?? 0));
}
