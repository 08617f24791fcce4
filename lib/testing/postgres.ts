import { randomBytes } from 'node:crypto'

import { Client } from 'pg'

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres'

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function findPostgres(): Promise<string | null> {
  const url = process.env['TEST_DATABASE_URL'] ?? LOCAL
  try {
    await withClient(url, (client) => client.query('select 1'))
    return url
  } catch (error) {
    // If a server is configured, failing is better than silently skipping half of the tests.
    if (process.env['TEST_DATABASE_URL']) throw error
    process.stderr.write('No PostgreSQL at 127.0.0.1:5432 and no TEST_DATABASE_URL: its tests are skipped\n')
    return null
  }
}

/** The server for test databases, determined once per worker; null if there is none. */
export const postgresUrl: string | null = await findPostgres()

export type TestDatabase = { readonly url: string; drop(): Promise<void> }

const random = () => randomBytes(6).toString('hex')

function server(): string {
  if (postgresUrl === null) throw new Error('There is no PostgreSQL to test with')
  return postgresUrl
}

function addressOf(database: string): string {
  const url = new URL(server())
  url.pathname = `/${database}`
  return url.href
}

type Options = { readonly name?: string; readonly template?: string }

/**
 * An empty database, or a copy of one without connections. Its commits do not wait for the disk: no test crashes this
 * PostgreSQL server, and new connections see commits immediately. `drop()` ends existing connections.
 */
export async function makeDatabase({ name = random(), template = 'template1' }: Options = {}): Promise<TestDatabase> {
  const database = databaseName(name)
  await withClient(server(), async (client) => {
    await client.query(`create database ${database} template ${template}`)
    await client.query(`alter database ${database} set synchronous_commit = off`)
  })
  return { url: addressOf(database), drop: () => dropDatabases((each) => each === database) }
}

const PREFIX = 'registers_test_'

/** Unique per test run, because another run may use the same server. */
export const databaseName = (name: string): string => `${PREFIX}${process.env['TEST_RUN'] ?? 'alone'}_${name}`

/** Drops the test databases that `isSelected` selects. */
export const dropDatabases = (isSelected: (name: string) => boolean): Promise<void> =>
  withClient(server(), async (client) => {
    const { rows } = await client.query<{ name: string }>('select datname as name from pg_database')
    const selected = rows.filter(({ name }) => name.startsWith(PREFIX) && isSelected(name))
    for (const { name } of selected) await client.query(`drop database if exists ${name} with (force)`)
  })

/** An empty database for a role that may create tables but no extensions, as with many hosting providers. */
export async function createPlainDatabase(): Promise<TestDatabase> {
  const database = await makeDatabase()
  const [role, password] = [`${PREFIX}${random()}`, randomBytes(12).toString('hex')]
  await withClient(database.url, async (client) => {
    await client.query(`create role ${role} login password '${password}'`)
    await client.query(`grant create, usage on schema public to ${role}`)
  })
  const roleUrl = new URL(database.url)
  roleUrl.username = role
  roleUrl.password = password
  return {
    url: roleUrl.href,
    drop: async () => {
      await database.drop()
      await withClient(server(), (client) => client.query(`drop role ${role}`))
    },
  }
}
