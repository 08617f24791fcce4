import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { readPostgresUrl } from './postgres-address'

const addressOf = (url: string) => {
  const result = readPostgresUrl(url)
  if (!result.ok) throw new Error(result.problem)
  return result.address
}
const problemOf = (url: string) => {
  const result = readPostgresUrl(url)
  return result.ok ? undefined : result.problem
}

describe('a database URL', () => {
  it('is parsed into hosts, user, password and database', () => {
    const { hosts, config, location } = addressOf(
      'postgres://me:s3cret@db.example:6432/registers?application_name=panel',
    )
    expect(hosts).toEqual([{ host: 'db.example', port: 6432 }])
    expect(config).toMatchObject({ user: 'me', password: 's3cret', database: 'registers', application_name: 'panel' })
    expect(location).toBe('db.example:6432/registers')
  })

  it.each([
    ['postgres:///registers?host=/var/run/postgresql', '/var/run/postgresql', undefined],
    ['postgres://%2Fvar%2Frun%2Fpostgresql/registers', '/var/run/postgresql', undefined],
    ['postgres://[::1]:5433/registers', '::1', 5433],
    ['postgres:///registers?host=db&port=5433', 'db', 5433],
    ['postgres://db/registers', 'db', undefined],
  ])('accepts a socket, an address or a host name: %s', (url, host, port) => {
    expect(addressOf(url)).toMatchObject({ hosts: [{ host, port }], config: { database: 'registers' } })
  })

  it('accepts several hosts with target_session_attrs=read-write, and rejects standby', () => {
    const url = 'postgres://me@one:5432,two:5433,three/registers?target_session_attrs=read-write'
    expect(addressOf(url)).toMatchObject({
      hosts: [{ host: 'one', port: 5432 }, { host: 'two', port: 5433 }, { host: 'three' }],
      location: 'one:5432,two:5433,three/registers',
    })
    expect(problemOf(url.replace('read-write', 'standby'))).toContain('target_session_attrs')
  })

  it.each([
    ['a@b', 'a@b'],
    ['a%40b%23c%2Fd%3Fe', 'a@b#c/d?e'],
    ['100%', '100%'],
    ['za%C5%BC%C3%B3%C5%82%C4%87', 'zażółć'],
    ['a:b', 'a:b'],
    ['a b', 'a b'],
  ])('is parsed with the password %s', (encoded, password) => {
    expect(addressOf(`postgres://me:${encoded}@db:5432/registers`).config.password).toBe(password)
  })

  it.each(['odd#sign', 'odd/sign', 'odd?sign', '12#34', '12/34', '12?34', '#', '/odd'])(
    'is rejected with advice on encoding the password %s, without repeating the password',
    (password) => {
      const problem = problemOf(`postgres://me:${password}@db/registers`)
      expect(problem).toContain('# as %23')
      expect(problem?.replace('# as %23, / as %2F, ? as %3F', '')).not.toContain(password)
    },
  )

  it.each(['mysql://db/registers', 'db/registers', 'postgres:db', 'postgres://db:port/x', 'postgres://db:99999/x'])(
    'is rejected as invalid: %s',
    (url) => expect(problemOf(url)).toBeDefined(),
  )
})

describe('sslmode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registers-ssl-'))
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, 'the authority')
  afterAll(() => rmSync(folder, { recursive: true }))
  const sslOf = (query: string) => addressOf(`postgres://db/registers?${query}`).config.ssl

  it('is interpreted as in libpq', () => {
    const anyName: unknown = expect.any(Function)
    expect(sslOf('')).toBeUndefined()
    expect(sslOf('ssl=true')).toBe(true)
    expect(sslOf('sslmode=disable')).toBe(false)
    expect(sslOf('sslmode=require')).toEqual({ rejectUnauthorized: false })
    expect(sslOf(`sslmode=require&sslrootcert=${authority}`)).toEqual({
      ca: 'the authority',
      checkServerIdentity: anyName,
    })
    expect(sslOf(`sslmode=verify-ca&sslrootcert=${authority}`)).toEqual({
      ca: 'the authority',
      checkServerIdentity: anyName,
    })
    expect(sslOf(`sslmode=verify-full&sslrootcert=${authority}`)).toEqual({ ca: 'the authority' })
    expect(sslOf('sslmode=verify-full&sslrootcert=system')).toEqual({})
    expect(sslOf('sslmode=verify-full')).toEqual({})
  })

  it('produces a warning when any server may answer', () => {
    const warningsOf = (query: string) => addressOf(`postgres://db/registers?${query}`).warnings
    expect(warningsOf('sslmode=require')).toEqual([expect.stringContaining('any server may answer')])
    expect(warningsOf('sslmode=verify-full')).toEqual([])
    expect(warningsOf('')).toEqual([])
  })

  it.each([
    ['sslmode=prefer', 'has an invalid sslmode: it must be disable, require, verify-ca or verify-full'],
    ['sslmode=verify-ca', 'has sslmode=verify-ca and no sslrootcert'],
    ['sslmode=verify-full&sslrootcert=/none.pem', 'names a file in sslrootcert that cannot be read: /none.pem'],
  ])('rejects %s with a message that states the problem', (query, problem) =>
    expect(problemOf(`postgres://db/registers?${query}`)).toContain(problem),
  )
})
