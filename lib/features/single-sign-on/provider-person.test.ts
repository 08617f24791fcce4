import { describe, expect, it } from 'vitest'

import { readClaims } from './provider-person'
import type { SingleSignOn } from './single-sign-on-env'

const settings: SingleSignOn = {
  issuer: 'https://login.example',
  clientId: 'panel',
  clientSecret: 'secret',
  name: 'SSO',
  allowedDomains: ['firma.example'],
  account: 'acme',
  defaultRole: 'viewer',
  rolesClaim: undefined,
  roles: [],
  assumesVerified: false,
}
const now = new Date('2026-05-04T12:00:00.000Z')
const claims = {
  iss: 'https://login.example',
  sub: 'a',
  email: 'Anna@Firma.example',
  email_verified: true,
  name: ' Anna ',
}
const read = (more: object, set: Partial<SingleSignOn> = {}) =>
  readClaims({ ...claims, ...more }, { ...settings, ...set }, now)
const mapped = {
  rolesClaim: 'groups',
  roles: [
    { group: 'bosses', role: 'owner' },
    { group: 'money', role: 'finance' },
  ],
} as const

describe('reading the claims of a token', () => {
  it('returns the person', () => {
    expect(read({ auth_time: 1_777_000_000 })).toEqual({
      ok: true,
      person: {
        issuer: 'https://login.example',
        subject: 'a',
        email: 'anna@firma.example',
        name: 'Anna',
        role: undefined,
        groupsUnsaid: undefined,
        provedAt: '2026-04-24T03:06:40.000Z',
      },
    })
  })

  it.each([
    ['another issuer', { iss: 'https://login.example/' }, 'issuer'],
    ['no e-mail', { email: undefined }, 'no_email'],
    ['no real e-mail', { email: 'anna' }, 'no_email'],
    ['an unverified e-mail', { email_verified: false }, 'unverified'],
    ['an e-mail without a verified flag', { email_verified: undefined }, 'unverified'],
    ['another domain', { email: 'anna@evil.example' }, 'domain'],
    ['a domain below an allowed one', { email: 'anna@a.firma.example' }, 'domain'],
    ['a domain that only ends like an allowed one', { email: 'anna@notfirma.example' }, 'domain'],
    ['an e-mail with two @ signs', { email: '"anna@evil.example"@evil.example' }, 'no_email'],
  ])('refuses %s', (_, more, fault) => {
    expect(read(more)).toMatchObject({ ok: false, fault })
  })

  it('treats an e-mail as verified if configured, but not if the provider reports it as unverified', () => {
    expect(read({ email_verified: undefined }, { assumesVerified: true }).ok).toBe(true)
    expect(read({ email_verified: false }, { assumesVerified: true }).ok).toBe(false)
    expect(read({ email_verified: 'true' }).ok).toBe(true)
  })

  it.each([
    ['the first mapping that fits', { groups: ['money', 'bosses'] }, 'owner'],
    ['one group as text', { groups: 'money' }, 'finance'],
    ['no group that is mapped', { groups: ['others'] }, 'viewer'],
    ['an empty list', { groups: [] }, 'viewer'],
    ['a list with something else in it', { groups: [7, 'money'] }, 'finance'],
  ])('assigns a role from %s', (_, more, role) => {
    expect(read(more, mapped)).toMatchObject({ person: { role } })
  })

  it('finds groups in nested claims', () => {
    const deep = { ...mapped, rolesClaim: 'realm_access.roles' }
    expect(read({ realm_access: { roles: ['money'] } }, deep)).toMatchObject({ person: { role: 'finance' } })
    expect(read({ 'realm_access.roles': ['bosses'] }, deep)).toMatchObject({ person: { role: 'owner' } })
    expect(read({ groups: ['bosses'] }, { ...mapped, rolesClaim: '__proto__.x' })).toMatchObject({
      person: { role: undefined, groupsUnsaid: 'missing' },
    })
    expect(read({ groups: ['bosses'] }, { ...mapped, rolesClaim: 'constructor' })).toMatchObject({
      person: { role: undefined, groupsUnsaid: 'missing' },
    })
  })

  it.each([
    ['an e-mail', { email: ['anna@firma.example'] }, { ok: false, fault: 'no_email' }],
    ['a verified flag', { email_verified: 1 }, { ok: false, fault: 'unverified' }],
    ['a verified flag', { email_verified: 'yes' }, { ok: false, fault: 'unverified' }],
    ['a name', { name: { given: 'Anna' } }, { ok: true, person: { name: null } }],
    ['a time', { auth_time: '1777000000' }, { ok: true, person: { provedAt: undefined } }],
  ])('ignores %s of another type', (_, more, expected) => {
    expect(read(more)).toMatchObject(expected)
  })

  // A token without groups says nothing about roles.
  it.each([
    ['missing', {}],
    ['missing', { groups: null }],
    ['type', { groups: { bosses: true } }],
    ['type', { groups: true }],
    ['type', { groups: 7 }],
    ['type', { groups: [{ id: 'bosses' }] }],
    ['type', { groups: ['others', 7] }],
    ['overage', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }],
    ['overage', { hasgroups: true }],
    ['overage', { hasgroups: 'true' }],
    ['missing', { _claim_names: { other: 'src1' } }],
  ])('assigns no role if groups are not reported (%s): %j', (groupsUnsaid, more) => {
    expect(read(more, mapped)).toMatchObject({ ok: true, person: { role: undefined, groupsUnsaid } })
  })

  it('limits a future proof time to the current time', () => {
    expect(read({ auth_time: now.getTime() / 1000 + 60 })).toMatchObject({ person: { provedAt: now.toISOString() } })
  })
})
