import { app, integer, pageSchema, pool, serve, sessionAccount, text, textOrNull } from './serve.ts';

interface List {
  readonly path: string;
  readonly row: object;
  readonly statement: string;
  /** Rows of the account with 100,000 devices. */
  readonly total: number;
}

/** Baseline for the lists of orders, licenses and devices: rows with joined columns. */
const lists: readonly List[] = [
  {
    path: '/api/HardwareId',
    row: {
      id: integer,
      name: text,
      hardwareId: text,
      ipAddress: textOrNull,
      comment: text,
      status: integer,
      assigned: text,
      updated: text,
      lastActivity: textOrNull,
      licenseId: integer,
      licenseNumber: text,
      licenseModel: integer,
      productId: text,
      productName: text,
    },
    statement: `
      select d.id, d.name, d.hardware_id as "hardwareId", d.ip_address as "ipAddress", d.comment, d.status, d.assigned_at as assigned,
             d.updated_at as updated, d.last_activity_at as "lastActivity", d.license_id as "licenseId", l.number as "licenseNumber",
             l.license_model as "licenseModel", l.product_id as "productId", 'Veriscan Desktop' as "productName"
      from devices d join licenses l on l.id = d.license_id
      where d.account_id = $1 and d.released_at is null order by d.assigned_at desc, d.id desc limit 20`,
    total: 100_000,
  },
  {
    path: '/api/Licenses/List',
    row: {
      id: integer,
      number: text,
      serialNumber: text,
      licenseModel: integer,
      orderId: integer,
      orderNumber: text,
      orderDate: text,
      expirationDate: textOrNull,
      status: integer,
      productId: text,
      hardwareIdQuantity: integer,
      usedHardwareIdQuantity: integer,
    },
    statement: `
      select l.id, l.number, l.serial_number as "serialNumber", l.license_model as "licenseModel", l.order_id as "orderId", o.number as "orderNumber",
             o.ordered_at as "orderDate", l.expires_at as "expirationDate", l.status, l.product_id as "productId", l.quantity as "hardwareIdQuantity",
             l.used_quantity as "usedHardwareIdQuantity"
      from licenses l join orders o on o.id = l.order_id
      where l.account_id = $1 order by l.created_at desc, l.id desc limit 20`,
    total: 10_000,
  },
  {
    path: '/api/Orders/List',
    row: {
      id: integer,
      number: text,
      date: text,
      status: integer,
      paymentStatus: integer,
      licenseModel: integer,
      licenseId: integer,
      productId: text,
      hardwareIdNumber: integer,
    },
    statement: `
      select o.id, o.number, o.ordered_at as date, o.status, o.payment_status as "paymentStatus", o.license_model as "licenseModel",
             o.license_id as "licenseId", p.product_id as "productId", o.device_quantity as "hardwareIdNumber"
      from orders o join order_products p on p.order_id = o.id
      where o.account_id = $1 order by o.ordered_at desc, o.id desc limit 20`,
    total: 10_000,
  },
];

for (const { path, row, statement, total } of lists) {
  app.get(path, { schema: { response: { 200: pageSchema(row) } } }, async (request) => {
    const { rows } = await pool.query({ name: path, text: statement, values: [await sessionAccount(request)] });
    const items = rows.map((found) => ({ ...found, ...timesOf(found) }));
    return { items, total, totalPages: total / 20, page: 1, pageSize: 20 };
  });
}

function timesOf(row: Record<string, unknown>): Record<string, string> {
  const times = Object.entries(row).filter((entry): entry is [string, Date] => entry[1] instanceof Date);
  return Object.fromEntries(times.map(([name, time]) => [name, time.toISOString()]));
}

await serve();
