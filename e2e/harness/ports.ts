import { ownPorts } from '../../server/test/own-port.ts';

/** Ports of 127.0.0.1 that nobody listens on, and that nobody else of this run takes until they are used. */
export function freePorts(count: number): Promise<number[]> {
  return ownPorts(count, Number(process.env.TEST_PARALLEL_INDEX ?? 0));
}
