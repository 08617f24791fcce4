import { describe, expect, it } from 'vitest'

import { addTexts } from './add-texts'
import {
  countItems,
  diffDraft,
  diffList,
  toFilterDraft,
  emptyDraft,
  findFilterFaults,
  placeServiceFaults,
  withList,
} from './filter-draft'
import { checkValue } from './list-values'

describe('checkValue', () => {
  it.each([
    ['nip', 'PL 526-10-40-828', '5261040828'],
    ['krs', '28860', '0000028860'],
    ['pesel', '72831500114', '72831500114'],
    ['krz_signature', 'wa1m/gup-s/123/2024', 'WA1M/GUp-s/123/2024'],
    ['msig_signature', 'ix gu 9001/13', 'IX GU 9001/13'],
    ['name', '  Hurtownia   Wisła ', 'Hurtownia Wisła'],
  ] as const)('accepts %s: %s', (list, raw, value) => {
    expect(checkValue(list, raw)).toEqual({ ok: true, value })
    expect(addTexts(list, [], [raw]).values).toEqual([value])
  })

  it('returns the fault, keeps the text for correction and suggests a probable value', () => {
    expect(checkValue('nip', '5261040827')).toMatchObject({ ok: false, error: 'checksum' })
    expect(addTexts('nip', [], [' 5261040827 ']).values).toEqual(['5261040827'])
    expect(checkValue('krz_signature', 'KR15/GU/1/2024')).toMatchObject({ ok: false, suggestion: 'KR1S/GU/1/2024' })
    // Spreadsheets drop leading zeros.
    expect(checkValue('regon', '12100784')).toMatchObject({ ok: false, suggestion: '012100784' })
    expect(checkValue('regon', '12100785')).toMatchObject({ ok: false, suggestion: undefined })
    expect(checkValue('name', 'x'.repeat(301))).toEqual({ ok: false, error: 'too_long' })
  })
})

describe('difference between drafts', () => {
  const before = withList({ ...emptyDraft, name: 'A' }, 'nip', ['1', '2', '3'])
  it('counts changes by list and in total', () => {
    const after = withList(withList(before, 'nip', ['3', '4']), 'krs', ['9'])
    const diff = diffDraft(before, after)
    expect(diff).toMatchObject({ added: 2, removed: 2, isRenamed: false, isDirty: true })
    expect(diff.byList.nip).toEqual({ added: 1, removed: 2 })
    expect(diff.byList.krs).toEqual({ added: 1, removed: 0 })
    expect(countItems(after.content)).toBe(3)
  })

  it('is empty for another order, a repetition or spaces around the name', () => {
    const equivalent = { ...withList(before, 'nip', ['3', '1', '2', '1']), name: ' A ' }
    expect(diffDraft(before, equivalent).isDirty).toBe(false)
    expect(diffDraft(before, { ...before, name: 'B' })).toMatchObject({ isRenamed: true, isDirty: true })
    expect(diffList(['1'], ['1'])).toEqual({ added: 0, removed: 0 })
  })

  it('treats missing lists of a filter as empty', () => {
    expect(toFilterDraft({ id: 'x' })).toEqual(emptyDraft)
    expect(toFilterDraft({ id: 'x', name: 'N', content: { nip: ['1'] } }).content.nip).toEqual(['1'])
  })
})

describe('filter faults', () => {
  it('contain checksum faults and the faults of the service, by value', () => {
    const sent = withList(emptyDraft, 'nip', ['5261040828', '5261040827']).content
    const service = placeServiceFaults(
      [
        { path: ['content', 'nip', 0], message: 'not issued', type: 'value_error' },
        { path: ['content', 'nip', 9], message: 'nowhere', type: 'value_error' },
        { path: ['content', 'other', 0], message: 'unknown list', type: 'value_error' },
        { path: ['name'], message: 'too short', type: 'value_error' },
      ],
      sent,
    )
    const faults = findFilterFaults('nip', sent.nip, service)
    expect([...faults]).toEqual([
      ['5261040828', { by: 'service', message: 'not issued' }],
      ['5261040827', { by: 'panel', code: 'checksum', suggestion: undefined }],
    ])
    expect(findFilterFaults('krs', ['0000028860'], service).size).toBe(0)
  })
})
