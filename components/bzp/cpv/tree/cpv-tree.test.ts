import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { toPairs } from '../../filter/dictionary'
import { choiceOf, toggleBranch } from './cpv-choice'
import { ancestorsOf, flattenTree, searchTree, toCpvTree, withAncestors } from './cpv-tree'

const file = readFileSync(new URL('../../../../public/data/cpv-pl.json', import.meta.url), 'utf8')
const tree = toCpvTree(toPairs(JSON.parse(file)))
const node = (code: string) => tree.nodes.find((each) => each.code === code)!
const codes = (query: string) => searchTree(tree, query).map(({ code }) => code)

describe('CPV tree', () => {
  it('has 45 divisions and every code once', () => {
    expect(tree.roots).toHaveLength(45)
    const all = new Set(tree.nodes)
    expect(flattenTree(tree, { open: all })).toHaveLength(9454)
    expect(flattenTree(tree, { open: new Set() }).map(({ node: { code } }) => code)).toContain('45000000')
  })

  it('places a code whose direct parent is missing under its nearest ancestor', () => {
    const orphans = tree.nodes.filter(
      ({ prefix, parent }) => parent !== undefined && parent.prefix.length < prefix.length - 1,
    )
    expect(orphans).toHaveLength(35)
    for (const { code, parent } of orphans) expect(code.startsWith(parent!.prefix)).toBe(true)
  })

  it('gives visible rows their level, position and number of siblings', () => {
    const rows = flattenTree(tree, { open: new Set([node('45000000'), node('45200000')]) })
    const row = rows.find(({ node: { code } }) => code === '45230000')
    expect(row).toMatchObject({ level: 3, position: 3, isOpen: false })
    expect(rows.filter(({ node: { parent } }) => parent?.code === '45200000')).toHaveLength(row!.size)
  })
})

describe('CPV tree search', () => {
  it('finds words in any order, without diacritics, and codes', () => {
    expect(codes('SCIEKOW oczyszczania')).toEqual(codes('oczyszczania ścieków'))
    expect(codes('oczyszczania ścieków').length).toBeGreaterThan(0)
    expect(codes('4523312')).toContain('45233120')
    expect(codes('45 drog').every((code) => code.startsWith('45'))).toBe(true)
    expect(codes('zażółć')).toEqual([])
  })

  it('finds other forms of a word and everyday terms, as the suggestions do', () => {
    for (const query of ['droga', 'drogi', 'naprawa dróg']) expect(codes(query), query).toContain('45233142')
    expect(codes('remont dróg')).toContain('45233000')
    expect(codes('oprogramowanie')).toContain('48000000')
    expect(codes('komputer')).toContain('30213000')
    expect(codes('45 droga').every((code) => code.startsWith('45'))).toBe(true)
  })

  it('shows a hit under its ancestors', () => {
    const hits = searchTree(tree, '45233120')
    const rows = flattenTree(tree, { open: ancestorsOf(hits), found: withAncestors(hits) })
    expect(rows.map(({ node: { code } }) => code).slice(0, 4)).toEqual(['45000000', '45200000', '45230000', '45233000'])
    const fullRows = flattenTree(tree, {
      open: ancestorsOf(hits),
      found: withAncestors(hits),
      whole: new Set([node('45233000')]),
    })
    expect(fullRows.length).toBeGreaterThan(rows.length)
  })

  it('takes less than 30 ms in the median', () => {
    const time = (query: string) => {
      const startedAt = performance.now()
      const hits = searchTree(tree, query)
      flattenTree(tree, { open: ancestorsOf(hits), found: withAncestors(hits) })
      return performance.now() - startedAt
    }
    const times = ['a', 'ro', 'roboty', 'roboty w zakresie', '45'].flatMap((query) => [
      time(query),
      time(query),
      time(query),
    ])
    expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(30)
  })
})

describe('CPV choice', () => {
  it('stores a branch as its prefix and drops the codes in that branch', () => {
    expect(toggleBranch(node('45230000'), ['45233120', '45', '09'].slice(0, 1))).toEqual(['4523'])
    expect(toggleBranch(node('45233120'), [])).toEqual([node('45233120').children.length > 0 ? '4523312' : '45233120'])
    expect(toggleBranch(node('45233121'), ['09'])).toEqual(['09', '45233121'])
  })

  it('tells whether all, some or none of a branch is selected', () => {
    const values = ['4523', '09100000']
    expect(choiceOf(node('45233120'), values)).toBe('all')
    expect(choiceOf(node('45000000'), values)).toBe('some')
    expect(choiceOf(node('09100000'), values)).toBe('all')
    expect(choiceOf(node('30000000'), values)).toBe('none')
  })

  it('keeps the rest of a branch when one code is removed', () => {
    const values = toggleBranch(node('45100000'), ['45'])
    expect(choiceOf(node('45100000'), values)).toBe('none')
    expect(choiceOf(node('45000000'), values)).toBe('some')
    for (const each of node('45000000').children.filter(({ code }) => code !== '45100000')) {
      expect(choiceOf(each, values)).toBe('all')
    }
    expect(toggleBranch(node('45230000'), ['4523'])).toEqual([])
  })
})
