import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

type Row = Readonly<Record<string, unknown>>
/** Safe for this use: libsql has better-sqlite3's interface. */
const Database = createRequire(import.meta.url)('libsql') as new (
  file: string,
  options: { readonly: boolean },
) => { prepare(sql: string): { all(): Row[] }; close(): void }

/** Confidential values of the store: encrypted keys, session ids, hashes. */
export function storedSecrets(dataDir: string): string[] {
  const database = new Database(join(dataDir, 'registers.db'), { readonly: true })
  const queries = [
    'select sealed_api_key from accounts',
    'select id from sessions',
    'select password_hash from users',
    'select sealed_secret from authenticator_apps',
    'select hash from recovery_codes',
  ]
  const rows = queries.flatMap((sql) =>
    database
      .prepare(sql)
      .all()
      .flatMap((row) => Object.values(row)),
  )
  database.close()
  return rows.filter((value): value is string => typeof value === 'string' && value.length >= 16)
}

/** Real personal numbers of an account, which no answer of the panel may contain. */
export function storedPersons(dataDir: string, slug = 'demo-pro'): string[] {
  const database = new Database(join(dataDir, 'registers.db'), { readonly: true })
  const query = `select identifier_value from monitors join accounts on accounts.id = account_id
    where identifier_type = 'pesel' and slug = '${slug}' order by position desc`
  const rows = database.prepare(query).all()
  database.close()
  return rows.map((row) => String(row['identifier_value']))
}

export function storedFilter(dataDir: string, id: string): Row {
  const database = new Database(join(dataDir, 'registers.db'), { readonly: true })
  const [row] = database.prepare(`select content from filters where id = '${id}'`).all()
  database.close()
  const content = row?.['content']
  return (typeof content === 'string' ? JSON.parse(content) : {}) as Row
}

export const maskOf = (pesel: string): string => `${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`

/** Script that reads the browser's databases, with bytes decoded as Latin-1. */
const DATABASES = `async () => {
  const resultOf = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const bytes = (_key, value) => {
    const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value)
    return isBytes ? new TextDecoder('latin1').decode(value) : value
  }
  const found = []
  for (const { name, version } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name, version))
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store)
      found.push([name, store, await resultOf(all.getAllKeys()), JSON.stringify(await resultOf(all.getAll()), bytes)])
    }
    database.close()
  }
  return found
}`

/** Everything that the page contains, except for the value of the search field. */
export const browserContentOf = (page: Page): Promise<string> =>
  page.evaluate(`(async () => JSON.stringify([
    document.documentElement.outerHTML.replace(/(<input[^>]*type="search"[^>]*) value="[^"]*"/g, '$1'), document.title, location.href, history.state,
    { ...localStorage }, { ...sessionStorage }, document.cookie, await (${DATABASES})(), await caches.keys(),
  ]))()`)

type Leak = { readonly secret: string; readonly where: string }

/**
 * Searches plain, base64 and percent-encoded forms; findings are named by their hash, so that the report is not a leak
 * itself.
 */
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
