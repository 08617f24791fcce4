import { describe, expect, it } from 'vitest'

import { readEnv } from '@/lib/panel/env'

const completeEnv = {
  PANEL_URL: 'https://panel.example',
  OIDC_ISSUER: 'https://login.example/tenant/v2.0',
  OIDC_CLIENT_ID: 'panel',
  OIDC_CLIENT_SECRET: 'do-not-repeat-me',
  OIDC_ALLOWED_DOMAINS: ' Firma.example , firma.pl',
  OIDC_ACCOUNT: 'acme',
}
const without = (name: keyof typeof completeEnv) => ({ ...completeEnv, [name]: undefined })
const problemOf = (record: Record<string, string | undefined>) => {
  const reading = readEnv(record)
  return reading.ok ? undefined : reading.problem
}

describe('the settings of single sign-on', () => {
  it('are undefined by default', () => {
    const reading = readEnv({})
    expect(reading.ok && [reading.env.singleSignOn, reading.env.localPasswords]).toEqual([undefined, true])
  })

  it('have defaults, and are parsed from the environment', () => {
    const reading = readEnv(completeEnv)
    expect(reading.ok && reading.env.singleSignOn).toEqual({
      issuer: 'https://login.example/tenant/v2.0',
      clientId: 'panel',
      clientSecret: 'do-not-repeat-me',
      name: 'SSO',
      allowedDomains: ['firma.example', 'firma.pl'],
      account: 'acme',
      defaultRole: 'viewer',
      rolesClaim: undefined,
      roles: [],
      assumesVerified: false,
    })
    const mapped = readEnv({ ...completeEnv, OIDC_ROLES_CLAIM: 'groups', OIDC_ROLES: 'a=b=owner, other one=finance' })
    expect(mapped.ok && mapped.env.singleSignOn?.roles).toEqual([
      { group: 'a=b', role: 'owner' },
      { group: 'other one', role: 'finance' },
    ])
  })

  it.each<[Record<string, string | undefined>, RegExp]>([
    [without('OIDC_CLIENT_ID'), /^OIDC_CLIENT_ID must be set together with OIDC_ISSUER/],
    [without('OIDC_CLIENT_SECRET'), /^OIDC_CLIENT_SECRET must be set together/],
    [without('OIDC_ALLOWED_DOMAINS'), /^OIDC_ALLOWED_DOMAINS must be set together/],
    [without('OIDC_ACCOUNT'), /^OIDC_ACCOUNT must be set together/],
    [without('PANEL_URL'), /^PANEL_URL must be set together/],
    [without('OIDC_ISSUER'), /^OIDC_ISSUER must be set together with OIDC_CLIENT_ID/],
    [{ ...completeEnv, OIDC_ISSUER: 'http://login.example' }, /^OIDC_ISSUER must be an https/],
    [{ ...completeEnv, OIDC_ISSUER: 'https://login.example/?a=1' }, /^OIDC_ISSUER must be an https/],
    [{ ...completeEnv, OIDC_ALLOWED_DOMAINS: '*' }, /^OIDC_ALLOWED_DOMAINS must be domains/],
    [{ ...completeEnv, OIDC_ALLOWED_DOMAINS: ',' }, /^OIDC_ALLOWED_DOMAINS must be domains/],
    [{ ...completeEnv, OIDC_DEFAULT_ROLE: 'owner' }, /^OIDC_DEFAULT_ROLE must not be owner/],
    [{ ...completeEnv, OIDC_DEFAULT_ROLE: 'king' }, /^OIDC_DEFAULT_ROLE must be one of/],
    [{ ...completeEnv, OIDC_ROLES_CLAIM: 'groups' }, /^OIDC_ROLES must be set together with OIDC_ROLES_CLAIM/],
    [{ ...completeEnv, OIDC_ROLES: 'a=owner' }, /^OIDC_ROLES_CLAIM must be set together with OIDC_ROLES/],
    [{ ...completeEnv, OIDC_ROLES_CLAIM: 'groups', OIDC_ROLES: 'owner' }, /^OIDC_ROLES must be group=role/],
    [{ ...completeEnv, OIDC_ROLES_CLAIM: 'groups', OIDC_ROLES: 'a=king' }, /^OIDC_ROLES must be group=role/],
    [{ ...completeEnv, OIDC_ASSUME_VERIFIED: 'yes' }, /^OIDC_ASSUME_VERIFIED must be on or off/],
    [{ LOCAL_PASSWORDS: 'off' }, /^LOCAL_PASSWORDS must be on without OIDC_ISSUER/],
  ])('reject %j with a one-line problem', (record, words) => {
    expect(problemOf(record)).toMatch(words)
    expect(problemOf(record)).not.toMatch(/\n|do-not-repeat-me/)
  })
})
