import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

function listFiles(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return path.endsWith('.ts') ? [path] : []
  return readdirSync(join(root, path)).flatMap((name) => listFiles(join(path, name)))
}

const files = ['lib/features', 'lib/service', 'lib/storage'].flatMap(listFiles)
const sources = files.filter((file) => !file.endsWith('.test.ts'))

const isStatementModule = (file: string) =>
  /^lib\/features\/[^/]+\/statements(\.ts|\/[^/]+\.ts)$/.test(file) ||
  /^lib\/service\/[^/]+\/statements\/[^/]+\.ts$/.test(file) ||
  /^lib\/storage\/(owned|due|rate-limiters|meta)\.ts$/.test(file) ||
  /^lib\/storage\/engine\/[^/]+\.ts$/.test(file)

/** Files without statements, or that are tested elsewhere, with the reason. */
const NOT_STATEMENTS: Readonly<Record<string, string>> = {
  'lib/features/audit/statements/audit-key.ts': 'a key in memory',
  // These belong to the feature of period statements.
  'lib/features/statements/contract.ts': 'a contract',
  'lib/features/statements/handlers.ts': 'handlers',
  'lib/storage/engine/batch-queue.ts': 'uses no store, batch-queue.test.ts',
  'lib/storage/engine/chunks.ts': 'numbers',
  'lib/storage/engine/outage.ts': 'reads errors, outage.test.ts',
  'lib/storage/engine/postgres-address.ts': 'reads an address, postgres-address.test.ts',
  'lib/storage/engine/postgres-dialect.ts': 'opens one engine; every statement on it goes through it',
  'lib/storage/engine/postgres-hosts.ts': 'several hosts, database-faults.service.test.ts',
  'lib/storage/engine/postgres-pool.ts': 'connections, database-faults.service.test.ts and pooler.service.test.ts',
  'lib/storage/engine/prepared.ts': 'names of statements, prepared.service.test.ts',
  'lib/storage/engine/reader.ts': 'offers faster reads of an engine; statement.ts uses both ways',
  'lib/storage/engine/repeat.ts': 'retries lost transactions, repeat.test.ts',
  'lib/storage/engine/sqlite-dialect.ts': 'opens one engine; every statement on it goes through it',
  'lib/storage/engine/sqlite-statements.ts': 'prepares for one engine; every statement on it goes through it',
  'lib/storage/engine/store-key.ts': 'a key in memory',
  'lib/storage/engine/store.ts': 'retries lost transactions, repeat.test.ts',
}

/** Files of the modules that a suite passes to `describeStatements`. */
function listModules(suite: string): string[] {
  const text = textOf(suite)
  const imported = new Map<string, string>()
  for (const [, name = '', from = ''] of text.matchAll(/import \* as (\w+) from '([^']+)'/g)) {
    imported.set(name, `${from.startsWith('@/') ? from.slice(2) : join(dirname(suite), from)}.ts`)
  }
  const lists = [...text.matchAll(/^describeStatements\(\s*\[([^\]]*)\]/gm)].map(([, list = '']) => list)
  return lists.flatMap((list) => list.split(',').flatMap((name) => imported.get(name.trim()) ?? []))
}

const suites = files.filter((file) => file.endsWith('.service.test.ts') && textOf(file).includes('describeStatements('))
const calledFiles = new Set(suites.flatMap(listModules))

describe('every statement', () => {
  it('is called on both engines: its module is listed in a suite, which fails if one of its functions is not called', () => {
    const statements = sources.filter(isStatementModule)
    expect(statements.length).toBeGreaterThan(120)
    const missing = statements.filter((file) => !calledFiles.has(file) && NOT_STATEMENTS[file] === undefined)
    expect(missing).toEqual([])
  })

  it('has no unnecessary exception', () => {
    const redundant = Object.keys(NOT_STATEMENTS).filter((file) => calledFiles.has(file) || !sources.includes(file))
    expect(redundant).toEqual([])
  })

  /** Applies to the panel and the service; sample data and operator commands contain their own statements. */
  it('is defined in a module of statements', () => {
    const IS_SQL = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]+>)?`/
    const others = sources.filter((file) => !isStatementModule(file) && !file.startsWith('lib/storage/'))
    const found = others.filter((file) => IS_SQL.test(textOf(file)))
    expect(found).toEqual([
      'lib/features/audit/use-evidence-key.ts',
      'lib/features/report-schedules/ordering.ts',
      'lib/features/sample/sample-users.ts',
      'lib/service/reports/report-queue.ts',
    ])
  })
})
