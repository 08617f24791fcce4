import * as z from 'zod'

import type { Role } from '@/lib/domain/roles'

import { isEmail, normaliseEmail } from '../access/emails'
import type { SingleSignOn } from './single-sign-on-env'

/** A person as the provider's token says, once its signature, audience, issuer and nonce were checked. */
export type ProviderPerson = {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string | null
  /** By the groups that the provider says; undefined where roles are given in the panel. */
  readonly role: Role | undefined
  /** ISO; when the person proved at the provider who they are; undefined when it does not say. */
  readonly provedAt: string | undefined
}

/** Why a person of the provider is not let in, whoever they are here. */
export type ClaimFault = 'issuer' | 'no_email' | 'unverified' | 'domain'

const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some providers write it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  name: z.string().optional(),
  auth_time: z.number().optional(),
})

export type ReadClaims =
  | { readonly ok: true; readonly person: ProviderPerson }
  | { readonly ok: false; readonly fault: ClaimFault; readonly email: string | null }

/** What counts of the claims. Throws when they have no issuer or subject. */
export function readClaims(claims: unknown, settings: SingleSignOn, now: Date): ReadClaims {
  const read = claimsSchema.parse(claims)
  const email = emailOf(read.email)
  const refused = (fault: ClaimFault) => ({ ok: false, fault, email }) as const
  if (read.iss !== settings.issuer) return refused('issuer')
  if (email === null) return refused('no_email')
  if (!(read.email_verified ?? settings.assumesVerified)) return refused('unverified')
  if (!settings.allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return refused('domain')
  const person = {
    issuer: read.iss,
    subject: read.sub,
    email,
    name: nameOf(read.name),
    role: roleOf(read, settings),
    provedAt: read.auth_time === undefined ? undefined : instantOf(read.auth_time, now),
  }
  return { ok: true, person }
}

const emailOf = (said = ''): string | null => (isEmail(said.trim()) ? normaliseEmail(said) : null)
const nameOf = (said = ''): string | null => said.trim().slice(0, 200) || null

/** A clock that is ahead proves nothing about the future. */
const instantOf = (seconds: number, now: Date): string =>
  new Date(Math.min(Math.max(seconds, 0) * 1000, now.getTime())).toISOString()

function roleOf(claims: Readonly<Record<string, unknown>>, settings: SingleSignOn): Role | undefined {
  const { rolesClaim, roles, defaultRole } = settings
  if (rolesClaim === undefined) return undefined
  const said = valueAt(claims, rolesClaim)
  const groups = (Array.isArray(said) ? said : [said]).filter((each) => typeof each === 'string')
  return roles.find(({ group }) => groups.includes(group))?.role ?? defaultRole
}

/** `groups`, or a path as Keycloak has it: `realm_access.roles`. A claim whose own name has dots comes first. */
function valueAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (path in claims) return claims[path]
  return path
    .split('.')
    .reduce<unknown>((at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
