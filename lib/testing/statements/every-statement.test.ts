import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

function below(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return path.endsWith('.ts') ? [path] : []
  return readdirSync(join(root, path)).flatMap((name) => below(join(path, name)))
}

const files = ['lib/features', 'lib/service', 'lib/storage'].flatMap(below)
const sources = files.filter((file) => !file.endsWith('.test.ts'))

const isOfStatements = (file: string) =>
  /^lib\/features\/[^/]+\/statements(\.ts|\/[^/]+\.ts)$/.test(file) ||
  /^lib\/service\/[^/]+\/statements\/[^/]+\.ts$/.test(file) ||
  /^lib\/storage\/(owned|due|rate-limiters|meta)\.ts$/.test(file) ||
  /^lib\/storage\/engine\/[^/]+\.ts$/.test(file)

/** Files without a statement of their own, or that are tested elsewhere, with the reason. */
const NOT_STATEMENTS: Readonly<Record<string, string>> = {
  'lib/features/audit/statements/audit-key.ts': 'a key in memory',
  // The feature of statements of periods.
  'lib/features/statements/contract.ts': 'a contract',
  'lib/features/statements/handlers.ts': 'handlers',
  'lib/storage/engine/batch-queue.ts': 'without the store, batch-queue.test.ts',
  'lib/storage/engine/chunks.ts': 'numbers',
  'lib/storage/engine/outage.ts': 'reads errors, outage.test.ts',
  'lib/storage/engine/postgres-address.ts': 'reads an address, postgres-address.test.ts',
  'lib/storage/engine/postgres-dialect.ts': 'opens one engine; every statement on it goes through it',
  'lib/storage/engine/postgres-hosts.ts': 'several hosts, database-faults.service.test.ts',
  'lib/storage/engine/postgres-pool.ts': 'connections, database-faults.service.test.ts and pooler.service.test.ts',
  'lib/storage/engine/prepared.ts': 'names of statements, prepared.service.test.ts',
  'lib/storage/engine/reader.ts': 'says which way an engine reads; statement.ts goes both ways',
  'lib/storage/engine/repeat.ts': 'repeats what lost, repeat.test.ts',
  'lib/storage/engine/sqlite-dialect.ts': 'opens one engine; every statement on it goes through it',
  'lib/storage/engine/sqlite-statements.ts': 'prepares for one engine; every statement on it goes through it',
  'lib/storage/engine/store-key.ts': 'a key in memory',
  'lib/storage/engine/store.ts': 'repeats what lost, repeat.test.ts',
}

/** Modules that a suite hands to `describeStatements`, as files. */
function calledIn(suite: string): string[] {
  const text = textOf(suite)
  const imported = new Map<string, string>()
  for (const [, name = '', from = ''] of text.matchAll(/import \* as (\w+) from '([^']+)'/g)) {
    imported.set(name, `${from.startsWith('@/') ? from.slice(2) : join(dirname(suite), from)}.ts`)
  }
  const lists = [...text.matchAll(/^describeStatements\(\s*\[([^\]]*)\]/gm)].map(([, list = '']) => list)
  return lists.flatMap((list) => list.split(',').flatMap((name) => imported.get(name.trim()) ?? []))
}

const suites = files.filter((file) => file.endsWith('.service.test.ts') && textOf(file).includes('describeStatements('))
const calledFiles = new Set(suites.flatMap(calledIn))

describe('every statement', () => {
  it('is called on both engines: its module is listed in a suite, which fails if one of its functions is not called', () => {
    const statements = sources.filter(isOfStatements)
    expect(statements.length).toBeGreaterThan(120)
    const missing = statements.filter((file) => !calledFiles.has(file) && NOT_STATEMENTS[file] === undefined)
    expect(missing).toEqual([])
  })

  it('has no unnecessary exception', () => {
    const needless = Object.keys(NOT_STATEMENTS).filter((file) => calledFiles.has(file) || !sources.includes(file))
    expect(needless).toEqual([])
  })

  /** Of the panel and the service; the sample and the commands of an operator write by statements of their own. */
  it('is defined in a module of statements', () => {
    const IS_SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]+>)?`/
    const others = sources.filter((file) => !isOfStatements(file) && !file.startsWith('lib/storage/'))
    const found = others.filter((file) => IS_SQL.test(textOf(file)))
    expect(found).toEqual([
      'lib/features/audit/use-evidence-key.ts',
      'lib/features/report-schedules/ordering.ts',
      'lib/features/sample/sample-users.ts',
      'lib/service/reports/report-queue.ts',
    ])
  })
})
