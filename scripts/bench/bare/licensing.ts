import { createHash } from 'node:crypto';
import { app, pool, serve, text } from './serve.ts';

/**
 * Baseline for validations and heartbeats: one lookup and one update, each prepared. No checks, signatures, counters or
 * logs.
 */
interface Body {
  readonly nonce: string;
  readonly serialNumber: string;
  readonly hardwareId: string;
}

const answer = {
  type: 'object',
  properties: { nonce: text, code: text, license: text, product: text, expiresAt: text },
};

for (const call of ['validations', 'heartbeats']) {
  app.post<{ Body: Body }>(`/api/licensing/v1/${call}`, { schema: { response: { 200: answer } } }, async (request) => {
    const { nonce, serialNumber, hardwareId } = request.body;
    const token = String(request.headers.authorization).slice('Bearer '.length);
    const { rows } = await pool.query({
      name: 'look-up',
      text: `select d.id, d.status, l.number, l.product_id, l.expires_at from product_tokens t
             join licenses l on l.account_id = t.account_id and l.product_id = t.product_id and l.serial_number = $2
             join devices d on d.license_id = l.id and d.hardware_id = $3 and d.released_at is null
             where t.token_hash = $1`,
      values: [createHash('sha256').update(token).digest(), serialNumber, hardwareId],
    });
    const [found] = rows;
    if (!found) throw new Error('no such device');
    await pool.query({
      name: 'update',
      text: 'update devices set last_activity_at = now() where id = $1',
      values: [found.id],
    });
    const code = found.status === 0 ? 'Valid' : 'DeviceBlocked';
    return { nonce, code, license: found.number, product: found.product_id, expiresAt: found.expires_at };
  });
}

await serve();
