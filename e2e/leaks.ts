import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Row = Readonly<Record<string, unknown>>
/** Sound for what is asked of it here: libsql has better-sqlite3's interface. */
const Database = createRequire(import.meta.url)('libsql') as new (
  file: string,
  options: { readonly: boolean },
) => { prepare(sql: string): { all(): Row[] }; close(): void }

/** What the store keeps and nobody may see: sealed keys, session ids, hashes. */
export function storedSecrets(dataDir: string): string[] {
  const database = new Database(join(dataDir, 'registers.db'), { readonly: true })
  const queries = ['select sealed_api_key from accounts', 'select id from sessions', 'select password_hash from users']
  const rows = queries.flatMap((sql) =>
    database
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row)),
  )
  database.close()
  return rows.filter((value): value is string => typeof value === 'string' && value.length >= 16)
}

type Leak = { readonly secret: string; readonly where: string }

/** Plain, base64 and percent-encoded; what is found is named by its hash, so that the report is no leak itself. */
export function leaksIn(texts: readonly { where: string; text: string }[], secrets: readonly string[]): Leak[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64'),
    encodeURIComponent(secret),
  ])
  return texts.flatMap(({ where, text }) =>
    [...new Set(forms)]
      .filter((form) => text.includes(form))
      .map((form) => ({ secret: createHash('sha256').update(form).digest('hex').slice(0, 8), where })),
  )
}
