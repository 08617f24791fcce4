import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { diskState, networkDiskOf } from './disk'
import { storeWarnings } from './store-warnings'

const folder = mkdtempSync(join(tmpdir(), 'registers-disk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const of = (type: number) => () => ({ type })

describe('G04 a network disk', () => {
  it.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'CIFS'],
    [-11_317_950, 'CIFS'],
    [0x65735546, 'FUSE'],
    [0x01021997, '9p'],
  ])('is known by %i', (type, kind) => expect(networkDiskOf('/data', of(type))).toBe(kind))

  it.each([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630])('is not %i', (type) =>
    expect(networkDiskOf('/data', of(type))).toBeUndefined(),
  )

  it('that cannot be looked at is said nothing of', () => {
    const refuse = () => {
      throw new Error('ENOSYS')
    }
    expect(networkDiskOf('/data', refuse)).toBeUndefined()
  })

  it('is warned of where SQLite lies on it, and not where PostgreSQL holds the store', () => {
    const line =
      'DATA_DIR /data is on a network disk (NFS): SQLite can lock up or lose data there; use a disk of this machine, or DATABASE_URL'
    expect(storeWarnings({ engine: 'sqlite', warnings: [] }, '/data', of(0x6969))).toEqual([line])
    expect(storeWarnings({ engine: 'postgres', warnings: ['other'] }, '/data', of(0x6969))).toEqual(['other'])
  })
})

describe('the disk of the data directory', () => {
  const plenty = () => Promise.resolve(10 ** 10)

  it('is in order where files can be written, and nothing is left of the look', async () => {
    expect(await diskState(folder)).toBe('ok')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is low before it is full', async () => {
    const low = { freeBytes: () => Promise.resolve(10 ** 6), write: () => Promise.resolve() }
    expect(await diskState(folder, low)).toBe('low')
  })

  it.each(['ENOSPC', 'EROFS', 'EDQUOT'])('fails with %s', async (code) => {
    const write = () => Promise.reject(Object.assign(new Error(code), { code }))
    expect(await diskState(folder, { freeBytes: plenty, write })).toBe('failing')
  })

  it('fails where it is not there', async () => expect(await diskState(join(folder, 'gone'))).toBe('failing'))
})
