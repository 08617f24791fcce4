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
    // Someone who named a server wants its tests, not a silent half.
    if (process.env['TEST_DATABASE_URL']) throw error
    process.stderr.write('No PostgreSQL at 127.0.0.1:5432 and no TEST_DATABASE_URL: its tests are skipped\n')
    return null
  }
}

/** The server that tests make their databases in, decided once per worker; null when there is none. */
export const postgresUrl: string | null = await findPostgres()

export type TestDatabase = { readonly url: string; drop(): Promise<void> }

/** A fresh database; `drop()` ends whatever still uses it. */
export async function createDatabase(): Promise<TestDatabase> {
  if (postgresUrl === null) throw new Error('There is no PostgreSQL to test with')
  const server = postgresUrl
  const name = `registers_test_${randomBytes(6).toString('hex')}`
  await withClient(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** The same for a role that may make tables there and no extension, as hosting often gives them. */
export async function createPlainDatabase(): Promise<TestDatabase> {
  const database = await createDatabase()
  const [role, password] = [`registers_test_${randomBytes(6).toString('hex')}`, randomBytes(12).toString('hex')]
  await withClient(database.url, async (client) => {
    await client.query(`create role ${role} login password '${password}'`)
    await client.query(`grant create, usage on schema public to ${role}`)
  })
  const own = new URL(database.url)
  own.username = role
  own.password = password
  return {
    url: own.href,
    drop: async () => {
      await database.drop()
      await withClient(postgresUrl ?? LOCAL, (client) => client.query(`drop role ${role}`))
    },
  }
}
