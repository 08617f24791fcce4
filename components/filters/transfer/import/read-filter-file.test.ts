import { expect, it } from 'vitest'

import { nipOf } from '@/lib/testing/identifiers'

import { emptyDraft, type FilterDraft } from '../../draft/filter-draft'
import { filtersJson } from '../export/write-filters'
import { filterOfTable, readFilterFile } from './read-filter-file'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readFilterFile(bytesOf(text))

/** Lists the texts read from a file, by list. */
function textsOf(text: string) {
  const file = read(text)
  if (file.kind === 'fault') throw new Error(file.fault)
  const filters = file.kind === 'filters' ? file.filters : [filterOfTable(file.table, { name: '', target: undefined })]
  return filters.map(({ name, texts, unmatched, unplacedCells }) => ({
    name,
    lists: Object.fromEntries([...texts].map(([list, values]) => [list, values.map((each) => each.text)])),
    unmatched,
    left: unplacedCells,
  }))
}

const withLists = (name: string, lists: Partial<FilterDraft['content']>): FilterDraft => ({
  name,
  content: { ...emptyDraft.content, ...lists },
})

it('reads what the panel writes, including seals and order', () => {
  const sealed = 'sealed:abcdefghijklmnopqrstuvwx:44•••••••59'
  const filters = [
    withLists('Żółw, „A"', { nip: ['5261040828'], pesel: [sealed], name: ['=1+1', "O'Hara; spółka"] }),
    withLists('pusty', {}),
  ]
  const text = filtersJson(filters, { at: new Date('2026-01-02T03:04:05Z'), personal: 'sealed' })
  const file = read(text)
  expect(file).toMatchObject({ kind: 'filters', personal: 'sealed' })
  const found = textsOf(text)
  expect(found.map(({ name, unmatched }) => ({ name, unmatched }))).toEqual([
    { name: 'Żółw, „A"', unmatched: [] },
    { name: 'pusty', unmatched: [] },
  ])
  expect(found.map(({ lists }) => lists)).toEqual(filters.map(({ content }) => content))
})

it.each([
  ['an answer of the interface', { items: [{ id: 'x', name: 'a', content: { krs: ['0000028860'] }, item_count: 1 }] }],
  ['a single filter', { name: 'a', content: { krs: ['0000028860'] } }],
  ['a list of filters', [{ name: 'a', content: { krs: ['0000028860'] } }]],
  ['lists without the object around them', { name: 'a', krs: ['0000028860'] }],
])('reads %s', (_what, value) => {
  expect(textsOf(JSON.stringify(value))).toEqual([
    { name: 'a', lists: { krs: ['0000028860'] }, unmatched: [], left: 0 },
  ])
})

it('reports values of unknown lists and values that are not text with their list', () => {
  const value = { name: ' a  b ', content: { vat: ['5261040828'], nip: [5261040828, { no: 1 }, null], krs: 'x' } }
  expect(textsOf(JSON.stringify(value))).toEqual([
    {
      name: 'a b',
      lists: { nip: ['5261040828'], krs: ['x'] },
      unmatched: [
        { text: '5261040828', list: 'vat', fault: 'unknown_list' },
        { text: '{"no":1}', list: 'nip', fault: 'no_text' },
        { text: 'null', list: 'nip', fault: 'no_text' },
      ],
      left: 0,
    },
  ])
})

it('reads records and bare values of other programs as a table', () => {
  const records = [
    { lp: 1, NIP: 5261040828, firma: 'Wisła' },
    { lp: 2, NIP: '7740001454', firma: 'Odra' },
  ]
  expect(textsOf(JSON.stringify(records))).toMatchObject([
    { lists: { nip: ['5261040828', '7740001454'], name: ['Wisła', 'Odra'] }, left: 2 },
  ])
  expect(textsOf('["526-104-08-28", "0000028860", 610188201]')).toMatchObject([
    { lists: { nip: ['526-104-08-28'], krs: ['0000028860'], regon: ['610188201'] } },
  ])
})

it.each([
  ['json', '{"format":"business-registers.filters","filters":[{"name":"a"'],
  ['other', '{"a":{"b":1}}'],
  ['other', '[[1],[2]]'],
  ['other', '{"format":"business-registers.filters","version":1}'],
  ['alerts', '{"items":[{"name":"a","filter":{"keywords":["most"]}}]}'],
  ['newer', '{"format":"business-registers.filters","version":2,"filters":[{"name":"a","lists":[]}]}'],
  ['none', '{"format":"business-registers.filters","version":1,"filters":[]}'],
  ['none', '{"items":[]}'],
  ['empty', ''],
  ['empty', ' \n\n'],
  ['html', '<!doctype html><html><body>1</body></html>'],
  ['json', '['.repeat(50_000)],
] as const)('returns the fault %s for %j', (fault, text) => {
  expect(read(text)).toEqual({ kind: 'fault', fault })
})

it('rejects binary content, a PDF and a broken workbook', () => {
  const noise = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919 + (at >> 3) * 31) % 251)
  expect(readFilterFile(noise)).toEqual({ kind: 'fault', fault: 'binary' })
  expect(readFilterFile(bytesOf('%PDF-1.7\n1 0 obj'))).toEqual({ kind: 'fault', fault: 'pdf' })
  expect(readFilterFile(bytesOf('PK\u0003\u0004broken'))).toEqual({ kind: 'fault', fault: 'broken_workbook' })
})

it('reads JSON in the encodings that programs write', () => {
  const text = '{"name":"Żółw","krs":["0000028860"]}'
  const wide = new Uint8Array(Uint16Array.from([0xfeff, ...Array.from(text, (sign) => sign.charCodeAt(0))]).buffer)
  for (const bytes of [bytesOf(`\uFEFF${text}`), wide])
    expect(readFilterFile(bytes)).toMatchObject({ kind: 'filters', filters: [{ name: 'Żółw' }] })
})

it('reads a table of the panel by the list named in each row and removes the formula protection', () => {
  const text = [
    'list;value;name',
    'nip;5261040828;ORLEN',
    "name;'=HYPERLINK(1);",
    'PESEL;44•••••••59;',
    'Sygnatury KRZ;KR1S/GU/1/2024;',
    'vat;1;',
    'krs;;',
  ].join('\r\n')
  expect(textsOf(text)).toEqual([
    {
      name: '',
      lists: {
        nip: ['5261040828'],
        name: ['=HYPERLINK(1)'],
        pesel: ['44•••••••59'],
        krz_signature: ['KR1S/GU/1/2024'],
      },
      unmatched: [{ text: '1', list: 'vat', fault: 'unknown_list', line: 6 }],
      left: 0,
    },
  ])
})

it('reads a table of another program below its title, and numbers pasted on one line', () => {
  const titled = `Kontrahenci 2026\n\nLp;Nazwa;NIP\n1;Wisła;${nipOf(1)}\n2;Odra;PL ${nipOf(2)}\n`
  expect(textsOf(titled)).toMatchObject([{ lists: { nip: [nipOf(1), `PL ${nipOf(2)}`], name: ['Wisła', 'Odra'] } }])
  expect(textsOf([1, 2, 3].map(nipOf).join(' '))).toMatchObject([{ lists: { nip: [1, 2, 3].map(nipOf) } }])
})

it('adds a mistyped number to the list of its valid neighbours, and no other number', () => {
  const mixed = [nipOf(1), '0000028860', '610188201', '5261040827', 'uwaga'].join('\n')
  expect(textsOf(mixed)).toMatchObject([
    { lists: { nip: [nipOf(1), '5261040827'], krs: ['0000028860'], regon: ['610188201'] }, left: 1 },
  ])
  expect(textsOf('telefon;kwota\n601202303;1\n601202304;2\n')).toMatchObject([{ lists: {} }])
})
