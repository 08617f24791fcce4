import * as z from 'zod'

import { isRole, type Role, roles } from '@/lib/domain/roles'

export type SingleSignOn = {
  /** Exactly as in the provider's tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Label of the sign-in button. */
  readonly name: string
  /** Lower case. Only e-mails of these domains are accepted. */
  readonly allowedDomains: readonly string[]
  /** Slug of the account that new persons join. */
  readonly account: string
  /** Role of persons in none of the mapped groups. Never `owner`. */
  readonly defaultRole: Role
  /** The claim with the groups of a person; undefined if roles are set in the panel. */
  readonly rolesClaim: string | undefined
  /** The first mapped group that the person is in decides. */
  readonly roles: readonly { readonly group: string; readonly role: Role }[]
  /** Treats an e-mail without `email_verified` as verified. */
  readonly assumesVerified: boolean
}

const isLoopback = ({ hostname }: URL): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
const isIssuer = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  return isSafe && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
}
const onOrOff = z.enum(['on', 'off'], 'must be on or off')
const partsOf = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const domain = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/
const domains = z
  .string()
  .transform((value) => partsOf(value.toLowerCase()))
  .refine(
    (list) => list.length > 0 && list.every((each) => domain.test(each)),
    'must be domains: example.com,example.org',
  )

const mapping = z
  .string()
  .transform((value) =>
    partsOf(value).map((part) => {
      const at = part.lastIndexOf('=')
      return { group: part.slice(0, Math.max(at, 0)).trim(), role: part.slice(at + 1).trim() }
    }),
  )
  .refine(
    (list) => list.length > 0 && list.every(({ group, role }) => group !== '' && isRole(role)),
    `must be group=role,group=role with roles of ${roles.join(', ')}`,
  )
  // Validated just above.
  .transform((list) => list.flatMap(({ group, role }) => (isRole(role) ? [{ group, role }] : [])))

export const singleSignOnVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https:// address without query, as the provider writes it')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').default('SSO'),
  OIDC_ALLOWED_DOMAINS: domains.optional(),
  OIDC_ACCOUNT: z.string().optional(),
  OIDC_DEFAULT_ROLE: z
    .enum(roles, `must be one of ${roles.join(', ')}`)
    .refine((role) => role !== 'owner', 'must not be owner: map a group to it with OIDC_ROLES')
    .default('viewer'),
  OIDC_ROLES_CLAIM: z.string().optional(),
  OIDC_ROLES: mapping.optional(),
  OIDC_ASSUME_VERIFIED: onOrOff.default('off'),
  LOCAL_PASSWORDS: onOrOff.default('on'),
}

type ParsedVariables = z.output<z.ZodObject<typeof singleSignOnVariables>> & {
  readonly PANEL_URL?: string | undefined
}

const REQUIRED = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ALLOWED_DOMAINS', 'OIDC_ACCOUNT', 'PANEL_URL'] as const
const USELESS_ALONE = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ALLOWED_DOMAINS', 'OIDC_ACCOUNT'] as const

/** Reports an incomplete configuration. */
export function singleSignOnProblem(
  variables: ParsedVariables,
): { readonly variable: string; readonly message: string } | undefined {
  const isSet = variables.OIDC_ISSUER !== undefined
  if (!isSet && variables.LOCAL_PASSWORDS === 'off') {
    return {
      variable: 'LOCAL_PASSWORDS',
      message: 'must be on without OIDC_ISSUER, because otherwise nobody could sign in',
    }
  }
  if (!isSet) {
    const loneVariable = [...USELESS_ALONE, 'OIDC_ROLES_CLAIM' as const].find((name) => variables[name] !== undefined)
    return loneVariable && { variable: 'OIDC_ISSUER', message: `must be set together with ${loneVariable}` }
  }
  const missing = REQUIRED.find((name) => variables[name] === undefined)
  if (missing !== undefined) return { variable: missing, message: 'must be set together with OIDC_ISSUER' }
  if ((variables.OIDC_ROLES_CLAIM === undefined) === (variables.OIDC_ROLES === undefined)) return undefined
  const [variable, other] =
    variables.OIDC_ROLES === undefined ? ['OIDC_ROLES', 'OIDC_ROLES_CLAIM'] : ['OIDC_ROLES_CLAIM', 'OIDC_ROLES']
  return { variable, message: `must be set together with ${other}` }
}

export function toSingleSignOn(variables: ParsedVariables): SingleSignOn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables
  const { OIDC_ALLOWED_DOMAINS: allowedDomains, OIDC_ACCOUNT: account } = variables
  if (!issuer || !clientId || !clientSecret || !allowedDomains || !account) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    name: variables.OIDC_NAME,
    allowedDomains,
    account,
    defaultRole: variables.OIDC_DEFAULT_ROLE,
    rolesClaim: variables.OIDC_ROLES_CLAIM,
    roles: variables.OIDC_ROLES ?? [],
    assumesVerified: variables.OIDC_ASSUME_VERIFIED === 'on',
  }
}
