import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import cities from '@/data/cities.json'
import provinceRows from '@/data/provinces.json'
import { provinces } from '@/lib/domain/provinces'

const pathOf = (name: string) => new URL(`../${name}`, import.meta.url).pathname
/** The script writes pairs of texts; the tests below look at each of them. */
const readPairs = (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8')) as [string, string][]

describe('reference data', () => {
  it('is what the browser gets', () => {
    const { status, stderr } = spawnSync(process.execPath, [pathOf('scripts/build-data.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('has every CPV code in both languages, well-formed and in order', () => {
    for (const file of ['public/data/cpv-pl.json', 'public/data/cpv-en.json']) {
      const rows = readPairs(file)
      expect(rows).toHaveLength(9454)
      expect(rows.filter(([code, name]) => !/^\d{8}-\d$/.test(code) || name === '')).toEqual([])
      expect(rows.map(([code]) => code)).toEqual(rows.map(([code]) => code).toSorted())
    }
  })

  it('offers the biggest towns first', () => {
    const rows = readPairs('public/data/places.json')
    expect(rows).toHaveLength(3260)
    expect(rows.slice(0, 3)).toEqual([
      ['Warszawa', 'PL14'],
      ['Łódź', 'PL10'],
      ['Kraków', 'PL12'],
    ])
    const known = new Set(rows.map((row) => row.join('|')))
    expect(cities.filter(([name, province]) => !known.has(`${name}|${province}`))).toEqual([])
  })

  it('names the same provinces as the code', () => {
    expect(provinceRows).toEqual(provinces.map(({ code, name }) => [code, name]))
  })
})
