import { describe, expect, it } from 'vitest'

import { dueDigest, latestDigest, nextDigest, nextDigestOf } from './digest-times'

const daily = (digest_hour: number) => ({ delivery: 'daily', digest_hour }) as const
const weekly = (digest_hour: number) => ({ delivery: 'weekly', digest_hour }) as const
const at = (iso: string) => new Date(`${iso}:00.000Z`)
const said = (date: Date | undefined) => date?.toISOString().slice(0, 16)

describe('digests', () => {
  it('go at an hour of Warsaw, every day or every Monday', () => {
    expect(said(nextDigest(daily(8), at('2026-11-20T06:59')))).toBe('2026-11-20T07:00')
    expect(said(nextDigest(daily(8), at('2026-11-20T07:00')))).toBe('2026-11-21T07:00')
    expect(said(latestDigest(daily(8), at('2026-11-20T07:00')))).toBe('2026-11-20T07:00')
    expect(said(latestDigest(daily(8), at('2026-11-20T06:59')))).toBe('2026-11-19T07:00')
    // 2026-11-20 is a Friday.
    expect(said(nextDigest(weekly(0), at('2026-11-20T12:00')))).toBe('2026-11-22T23:00')
    expect(said(latestDigest(weekly(0), at('2026-11-20T12:00')))).toBe('2026-11-15T23:00')
  })

  it('go once on the days on which clocks change', () => {
    // 2026-03-29: from 2 to 3; 2026-10-25: from 3 back to 2.
    expect(said(nextDigest(daily(2), at('2026-03-28T12:00')))).toBe('2026-03-29T01:00')
    expect(said(nextDigest(daily(2), at('2026-03-29T01:00')))).toBe('2026-03-30T00:00')
    expect(said(nextDigest(daily(8), at('2026-03-28T12:00')))).toBe('2026-03-29T06:00')
    expect(said(nextDigest(daily(2), at('2026-10-24T12:00')))).toBe('2026-10-25T00:00')
    expect(said(nextDigest(daily(2), at('2026-10-25T00:00')))).toBe('2026-10-26T01:00')
    expect(said(nextDigest(daily(3), at('2026-10-25T00:00')))).toBe('2026-10-25T02:00')
    expect(said(nextDigest(daily(23), at('2026-10-25T12:00')))).toBe('2026-10-25T22:00')
  })

  const alert = { ...daily(8), digest_from: '2026-11-19T07:00:00.000Z', muted_until: null }

  it('are due from their hour on, once, the missed ones together', () => {
    expect(dueDigest(alert, at('2026-11-20T06:59'))).toBeUndefined()
    expect(said(dueDigest(alert, at('2026-11-20T07:00')))).toBe('2026-11-20T07:00')
    expect(said(dueDigest(alert, at('2026-11-24T12:00')))).toBe('2026-11-24T07:00')
    expect(dueDigest({ ...alert, digest_from: '2026-11-24T07:00:00.000Z' }, at('2026-11-24T12:00'))).toBeUndefined()
  })

  it('are held by a mute, and go when it ends', () => {
    const muted = { ...alert, muted_until: '2026-11-22T15:00:00.000Z' }
    expect(dueDigest(muted, at('2026-11-22T14:59'))).toBeUndefined()
    expect(said(nextDigestOf(muted, at('2026-11-20T12:00')))).toBe('2026-11-22T15:00')
    expect(said(dueDigest(muted, at('2026-11-22T15:00')))).toBe('2026-11-22T15:00')
    const told = { ...muted, digest_from: '2026-11-22T15:00:00.000Z' }
    expect(dueDigest(told, at('2026-11-22T16:00'))).toBeUndefined()
    expect(said(dueDigest(told, at('2026-11-23T07:00')))).toBe('2026-11-23T07:00')
  })

  it('are not brought forward by a mute between two of them', () => {
    const muted = { ...alert, muted_until: '2026-11-19T15:00:00.000Z' }
    expect(dueDigest(muted, at('2026-11-19T15:00'))).toBeUndefined()
    expect(said(nextDigestOf(muted, at('2026-11-19T12:00')))).toBe('2026-11-20T07:00')
  })
})
