import { describe, expect, it } from 'vitest'

import type { ArchiveView } from '@/lib/features/archive/contract'

import { bodyOf, draftOf, faultsOf, keepDaysOf } from './archive-draft'

const bucket = {
  endpoint: 'https://s3.example.test',
  region: 'eu-central-1',
  bucket: 'raporty',
  prefix: '',
  path_style: false,
}
const view = (change: Partial<ArchiveView> = {}): ArchiveView => ({
  enabled: false,
  place: 'disk',
  sources: ['krz'],
  formats: ['csv'],
  keep_days: 365,
  s3: null,
  state: 'off',
  off_reason: null,
  failure: null,
  error: null,
  failing_since: null,
  read_at: null,
  counts: { waiting: 0, failed: 0, stored: 0, removed: 0, lost: 0 },
  stored_bytes: 0,
  elsewhere: 0,
  free_bytes: null,
  next_removal: null,
  days: [],
  updated_at: null,
  changed_by: null,
  ...change,
})

describe('archive settings draft', () => {
  it('sends no bucket when reports are stored on the disk', () => {
    const draft = draftOf(view())
    expect(faultsOf(draft, view())).toEqual({})
    expect(bodyOf(draft)).toEqual({
      enabled: true,
      place: 'disk',
      sources: ['krz'],
      formats: ['csv'],
      keep_days: 365,
      s3: null,
    })
  })

  it.each([
    ['', null],
    [' 30 ', 30],
    ['3650', 3650],
    ['3651', undefined],
    ['0', undefined],
    ['1.5', undefined],
    ['dużo', undefined],
  ])('reads the number of days from %j', (keepDays, days) => {
    expect(keepDaysOf({ keepDays })).toBe(days)
  })

  it('keeps the keys of an unchanged bucket and requires them for another bucket', () => {
    const stored = view({ place: 's3', s3: { ...bucket, has_keys: true } })
    const draft = draftOf(stored)
    expect(faultsOf(draft, stored)).toEqual({})
    expect(bodyOf(draft).s3).toEqual(bucket)
    const moved = { ...draft, bucket: 'inny' }
    expect(faultsOf(moved, stored)).toEqual({ accessKey: 'needed', secretKey: 'needed' })
    expect(faultsOf({ ...draft, accessKey: 'AKIA' }, stored)).toEqual({ secretKey: 'needed' })
    const withKeys = { ...moved, accessKey: ' AKIA ', secretKey: 'tajny' }
    expect(bodyOf(withKeys).s3).toMatchObject({ bucket: 'inny', access_key: 'AKIA', secret_key: 'tajny' })
  })

  it('reports a fault for every invalid field', () => {
    const draft = { ...draftOf(view({ place: 's3' })), sources: [], formats: [], keepDays: 'x', prefix: 'ż' }
    expect(faultsOf(draft, view())).toEqual({
      sources: 'chooseOne',
      formats: 'chooseOne',
      keepDays: 'badKeep',
      endpoint: 'badEndpoint',
      region: 'needed',
      bucket: 'badBucket',
      prefix: 'badPrefix',
      accessKey: 'needed',
      secretKey: 'needed',
    })
    expect(faultsOf({ ...draft, endpoint: 'https://host/path' }, view()).endpoint).toBe('badEndpoint')
  })
})
