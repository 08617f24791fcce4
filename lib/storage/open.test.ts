import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { openStorage } from './open'

const folder = () => mkdtempSync(join(tmpdir(), 'registers-'))

describe('openStorage on SQLite', () => {
  it('migrates an empty folder, stores a row durably and opens again', async () => {
    const dataDir = folder()
    const first = await openStorage({ dataDir })
    await first.db.insertInto('meta').values({ key: 'greeting', value: 'dzień dobry' }).execute()
    await first.close()
    const second = await openStorage({ dataDir })
    const row = await second.db.selectFrom('meta').selectAll().where('key', '=', 'greeting').executeTakeFirstOrThrow()
    expect(row).toEqual({ key: 'greeting', value: 'dzień dobry' })
    await second.close()
    expect(existsSync(join(dataDir, 'registers.db'))).toBe(true)
  })

  it('reports in one line that a data directory cannot be used', async () => {
    const dataDir = join(folder(), 'a-file')
    writeFileSync(dataDir, '')
    chmodSync(dataDir, 0o400)
    await expect(openStorage({ dataDir: join(dataDir, 'inside') })).rejects.toThrow(
      /^Cannot write the data directory .*inside/,
    )
  })

  it('reports in one line that a database cannot be reached, without its password', async () => {
    const refused = openStorage({ dataDir: folder(), databaseUrl: 'postgres://me:hunter2@127.0.0.1:1/none' })
    await expect(refused).rejects.toThrow(/^Cannot use the database at 127\.0\.0\.1:1\/none: /)
    await expect(refused).rejects.not.toThrow(/hunter2/)
  })
})
