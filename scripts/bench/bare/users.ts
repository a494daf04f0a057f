import { app, boolean, integer, pageSchema, pool, serve, sessionAccount, text, textOrNull } from './serve.ts';

/** Baseline for the list of users. */
const row = {
  id: integer,
  login: text,
  email: text,
  firstName: text,
  lastName: text,
  phone: text,
  comments: text,
  active: boolean,
  readOnly: boolean,
  admin: boolean,
  isOwner: boolean,
  lastLoginDate: textOrNull,
};
const total = 10_000;

app.get('/api/User/list', { schema: { response: { 200: pageSchema(row) } } }, async (request) => {
  const { rows } = await pool.query({
    name: 'users',
    text: `
      select id, login, email, first_name as "firstName", last_name as "lastName", phone, comments, active, read_only as "readOnly",
             is_admin as admin, is_owner as "isOwner", last_login_at as "lastLoginDate"
      from users where account_id = $1 order by login collate "und-x-icu", id limit 20`,
    values: [await sessionAccount(request)],
  });
  const items = rows.map((found) => ({ ...found, lastLoginDate: found.lastLoginDate?.toISOString() ?? null }));
  return { items, total, totalPages: total / 20, page: 1, pageSize: 20 };
});

await serve();
