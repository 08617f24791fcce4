import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { isKnownSchema, newestSchema, refusesOlderWriters } from './migrate'

const folder = join(import.meta.dirname, 'migrations')
/** Two halves of the first migration. */
const PARTS_OF_INITIAL = new Set(['001-accounts', '001-registers'])
/** Processes of versions up to this one do not check what the store requires. */
const LAST_WITHOUT_CHECK = '055-console-calls'
const REMOVAL = /dropTable|dropColumn|renameColumn|renameTo|drop table|drop column|rename (?:to|column)/i

describe('migrations', () => {
  const names = readdirSync(folder)
    .filter((name) => /^\d{3}-[^.]+\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .filter((name) => !PARTS_OF_INITIAL.has(name))

  it('are all listed in migrate.ts', () => {
    expect(names.filter((name) => !isKnownSchema(name))).toEqual([])
  })

  it('that remove something are listed as refusing older processes', () => {
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => removesSomething(name)).length).toBeGreaterThan(1)
    const unlisted = names.filter(
      (name) => name > LAST_WITHOUT_CHECK && removesSomething(name) && !refusesOlderWriters.has(name),
    )
    expect(unlisted).toEqual([])
    expect([...refusesOlderWriters].filter((name) => !isKnownSchema(name))).toEqual([])
  })

  it('end with the newest schema', () => {
    expect(names.toSorted().at(-1)).toBe(newestSchema())
  })

  const removesSomething = (name: string) => REMOVAL.test(readFileSync(join(folder, `${name}.ts`), 'utf8'))
})
