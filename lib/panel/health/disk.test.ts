import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { diskState, networkDiskOf } from './disk'
import { storeWarnings } from './store-warnings'

const folder = mkdtempSync(join(tmpdir(), 'registers-disk-'))
afterAll(() => rmSync(folder, { recursive: true }))

const statFsOf = (type: number) => () => ({ type })

// Case G04 of lib/testing/cases/README.md
describe('a network disk', () => {
  it.each([
    [0x6969, 'NFS'],
    [0xff534d42, 'CIFS'],
    [-11_317_950, 'CIFS'],
    [0x65735546, 'FUSE'],
    [0x01021997, '9p'],
  ])('is recognised by %i', (type, kind) => expect(networkDiskOf('/data', statFsOf(type))).toBe(kind))

  it.each([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630])('is not recognised by %i', (type) =>
    expect(networkDiskOf('/data', statFsOf(type))).toBeUndefined(),
  )

  it('is not reported if the check fails', () => {
    const refuse = () => {
      throw new Error('ENOSYS')
    }
    expect(networkDiskOf('/data', refuse)).toBeUndefined()
  })

  it('causes a warning with SQLite, and not with PostgreSQL', () => {
    const line =
      'DATA_DIR /data is on a network disk (NFS): SQLite can lock up or lose data there; use a disk of this machine, or DATABASE_URL'
    expect(storeWarnings({ engine: 'sqlite', warnings: [] }, '/data', statFsOf(0x6969))).toEqual([line])
    expect(storeWarnings({ engine: 'postgres', warnings: ['other'] }, '/data', statFsOf(0x6969))).toEqual(['other'])
  })
})

describe('the disk of the data directory', () => {
  const plenty = () => Promise.resolve(10 ** 10)

  it('is ok if files can be written, and the check leaves no file behind', async () => {
    expect(await diskState(folder)).toBe('ok')
    expect(readdirSync(folder)).toEqual([])
  })

  it('is low before it is full', async () => {
    const low = { freeBytes: () => Promise.resolve(10 ** 6), write: () => Promise.resolve() }
    expect(await diskState(folder, low)).toBe('low')
  })

  it.each(['ENOSPC', 'EROFS', 'EDQUOT'])('is failing on %s', async (code) => {
    const write = () => Promise.reject(Object.assign(new Error(code), { code }))
    expect(await diskState(folder, { freeBytes: plenty, write })).toBe('failing')
  })

  it('is failing if the directory does not exist', async () =>
    expect(await diskState(join(folder, 'gone'))).toBe('failing'))
})
