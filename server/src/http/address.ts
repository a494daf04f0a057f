import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Address of the caller, as limits and the audit log see it; null where a trusted proxy names none, or the caller has gone away. */
export function addressOf(request: FastifyRequest): string | null {
  return plainAddress(request.ip);
}

/** An IP address without port, brackets or zone, IPv4 as itself where it comes in IPv6 clothes; null for anything else. */
export function plainAddress(written: string | undefined): string | null {
  if (written === undefined) return null;
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? [];
  const [, beforePort] = /^([\d.]+):\d+$/.exec(written) ?? [];
  const [bare = ''] = (bracketed ?? beforePort ?? written).split('%');
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString();
}

/** What a plain address counts as: an IPv6 customer has a whole /64. */
export function keyOfAddress(address: string | null): string {
  if (address === null) return 'unknown';
  return isIP(address) === 6 ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}
