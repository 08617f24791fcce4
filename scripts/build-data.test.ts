import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import cities from '@/data/cities.json'
import provinceRows from '@/data/provinces.json'
import { provinces } from '@/lib/domain/provinces'

const pathOf = (name: string) => new URL(`../${name}`, import.meta.url).pathname
/** The script writes pairs of texts; the tests below check each pair. */
const readPairs = (name: string) => JSON.parse(readFileSync(pathOf(name), 'utf8')) as [string, string][]

function readColumns(name: string): [string, string][] {
  const { codes, names } = JSON.parse(readFileSync(pathOf(name), 'utf8')) as { codes: string[]; names: string[] }
  expect(names).toHaveLength(codes.length)
  return codes.map((code, row) => [code, names[row] ?? ''])
}

describe('reference data', () => {
  it('is up to date with the build script', () => {
    const { status, stderr } = spawnSync(process.execPath, [pathOf('scripts/build-data.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('has every CPV code in both languages, well-formed and in order', () => {
    for (const file of ['public/data/cpv-pl.json', 'public/data/cpv-en.json']) {
      const rows = readColumns(file)
      expect(rows).toHaveLength(9454)
      expect(rows.filter(([code, name]) => !/^\d{8}-\d$/.test(code) || name === '')).toEqual([])
      expect(rows.map(([code]) => code)).toEqual(rows.map(([code]) => code).toSorted())
    }
  })

  it('has the same codes by division', () => {
    for (const language of ['pl', 'en']) {
      const files = readdirSync(pathOf('public/data/cpv')).filter((name) => name.startsWith(`${language}-`))
      expect(files).toHaveLength(45)
      const rows = files.toSorted().flatMap((name) => readPairs(`public/data/cpv/${name}`))
      expect(rows).toEqual(readColumns(`public/data/cpv-${language}.json`))
    }
  })

  it('lists the biggest towns first', () => {
    const rows = readPairs('public/data/places.json')
    expect(rows).toHaveLength(3260)
    expect(rows.slice(0, 3)).toEqual([
      ['Warszawa', 'PL14', 'Warszawa'],
      ['Łódź', 'PL10', 'Łódź'],
      ['Kraków', 'PL12', 'Kraków'],
    ])
    const listedPlaces = new Set(rows.map(([name, province]) => `${name}|${province}`))
    expect(cities.filter(([name, province]) => !listedPlaces.has(`${name}|${province}`))).toEqual([])
  })

  it('has the same province names as the code', () => {
    expect(provinceRows).toEqual(provinces.map(({ code, name }) => [code, name]))
  })
})
