import { expect, it } from 'vitest'

import { ruleBodyOf } from '@/components/shared/rules/rule-draft'

import { emptyFilter, toPreviewBody } from '../filter/alert-filter'
import { diffDrafts, draftOfFilter, proposeName, renamed, unusedName } from './saved-alert-draft'

const filter = {
  ...toPreviewBody(emptyFilter),
  keywords: ['most', 'remont'],
  provinces: ['lubelskie'],
  order_types: ['Works'],
}
const plain = (_: string, value: string) => value.toLowerCase()

it('proposes a name from the filter conditions', () => {
  expect(proposeName(filter, plain)).toBe('Most, remont, works – Lubelskie')
  expect(proposeName({ ...filter, provinces: [] }, plain)).toBe('Most, remont, works')
  expect(proposeName(toPreviewBody(emptyFilter), plain)).toBe('')
  expect(proposeName({ ...filter, keywords: ['x'.repeat(200)] }, plain)).toHaveLength(60)
  const nameOf = (list: string, value: string) => (list === 'cpv' ? 'Roboty drogowe' : value)
  const roads = { ...toPreviewBody(emptyFilter), cpv: ['4523314'], provinces: ['mazowieckie'] }
  expect(proposeName(roads, nameOf)).toBe('Roboty drogowe – Mazowieckie')
  const long = 'Roboty w zakresie konstruowania, fundamentowania oraz wykonywania nawierzchni'
  expect(proposeName(roads, (list, value) => (list === 'cpv' ? long : value))).toBe(
    'Roboty w zakresie konstruowania… – Mazowieckie',
  )
})

it('finds an unused name, ignoring case and diacritics', () => {
  expect(unusedName('Drogi', [])).toBe('Drogi')
  expect(unusedName('Łódź', ['łodz', 'LODZ 2'])).toBe('Łódź 3')
  expect(unusedName('x'.repeat(80), ['x'.repeat(80)])).toHaveLength(77)
})

it('lists the fields that differ and ignores fields without effect', () => {
  const before = draftOfFilter(filter, 'Drogi', 'pl')
  expect(diffDrafts(before, { ...before, addresses: ['a@example.test'], name: 'Drogi ' })).toEqual([])
  const silent = { ...before, timing: 'none' } as const
  expect(diffDrafts(silent, { ...silent, digest_hour: 12, quiet: { from: '22:00', to: '07:00' } })).toEqual([])
  const after = {
    ...before,
    is_team: true,
    members: ['a'],
    digest_hour: 9,
    quiet: { from: '22:00', to: '07:00' },
    condition: { kind: 'tender' as const, filter: { ...filter, keywords: ['most', 'wiadukt'], value_from: 1000 } },
  }
  expect(diffDrafts(before, after)).toEqual([
    { kind: 'field', field: 'isTeam' },
    { kind: 'field', field: 'hour' },
    { kind: 'field', field: 'quiet' },
    { kind: 'field', field: 'recipients' },
    { kind: 'field', field: 'value_from' },
    { kind: 'list', list: 'keywords', added: ['wiadukt'], removed: ['remont'] },
  ])
})

it('sends addresses only for a team alert', () => {
  const draft = { ...draftOfFilter(filter, ' Drogi   i mosty ', 'pl'), addresses: ['a@example.test'] }
  expect(ruleBodyOf(draft)).toMatchObject({ name: 'Drogi i mosty', targets: [], is_team: false })
  expect(ruleBodyOf({ ...draft, is_team: true }).targets).toEqual([{ kind: 'address', target: 'a@example.test' }])
})

it.each([
  ['Drogi', 'Mosty'],
  ['Drogi 2', 'Mosty'],
  ['Drogi krajowe', 'Drogi krajowe'],
  ['Moje', 'Moje'],
])('renames %s to %s when the filter changes', (name, expected) => {
  expect(renamed(name, { before: 'Drogi', after: 'Mosty', others: [] })).toBe(expected)
})

it('keeps a proposed name without another proposal, and avoids a taken one', () => {
  expect(renamed('Drogi', { before: 'Drogi', after: '', others: [] })).toBe('Drogi')
  expect(renamed('Drogi 2', { before: 'Drogi', after: 'Drogi', others: ['Drogi'] })).toBe('Drogi 2')
  expect(renamed('Moje', { before: '', after: 'Mosty', others: [] })).toBe('Moje')
  expect(renamed('Drogi', { before: 'Drogi', after: 'Mosty', others: ['mosty'] })).toBe('Mosty 2')
})
