import * as z from 'zod'

import type { Role } from '@/lib/domain/roles'
import { isEmail, normaliseEmail } from '@/lib/features/auth/emails'

import type { SingleSignOn } from './single-sign-on-env'

/** A person according to the provider's token, whose signature, audience, issuer and nonce were verified. */
export type ProviderPerson = {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string | null
  /** Derived from the provider's groups; undefined if roles are set in the panel, or the token has no groups. */
  readonly role: Role | undefined
  /** Why the token has no groups although roles depend on them. */
  readonly groupsUnsaid: MissingGroupsReason | undefined
  /** ISO 8601; when the person authenticated at the provider; undefined if it is not reported. */
  readonly provedAt: string | undefined
}

/**
 * `overage`: more groups than fit into a token, so it names where to request them (Microsoft Entra: 200); `missing`:
 * the claim is absent; `type`: it is neither a text nor a list of texts. None of them means that the person is in no
 * group.
 */
export const missingGroupsReasons = ['overage', 'missing', 'type'] as const
export type MissingGroupsReason = (typeof missingGroupsReasons)[number]

/** Why a provider's person is refused, regardless of any user here. */
export type ClaimFault = 'issuer' | 'no_email' | 'unverified' | 'domain'

/** A claim of another type is treated as absent: an e-mail is then neither known nor verified. */
const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional()
    .catch(false),
  name: z.string().optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
})

export type ReadClaims =
  | { readonly ok: true; readonly person: ProviderPerson }
  | { readonly ok: false; readonly fault: ClaimFault; readonly email: string | null }

/** Extracts the relevant claims. Throws if they have no issuer or subject. */
export function readClaims(claims: unknown, settings: SingleSignOn, now: Date): ReadClaims {
  const parsed = claimsSchema.parse(claims)
  const email = emailOf(parsed.email)
  const refusal = (fault: ClaimFault) => ({ ok: false, fault, email }) as const
  if (parsed.iss !== settings.issuer) return refusal('issuer')
  if (email === null) return refusal('no_email')
  if (!(parsed.email_verified ?? settings.assumesVerified)) return refusal('unverified')
  if (!settings.allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return refusal('domain')
  const person = {
    issuer: parsed.iss,
    subject: parsed.sub,
    email,
    name: nameOf(parsed.name),
    ...rolesIn(parsed, settings),
    provedAt: parsed.auth_time === undefined ? undefined : instantOf(parsed.auth_time, now),
  }
  return { ok: true, person }
}

const emailOf = (claim = ''): string | null => (isEmail(claim.trim()) ? normaliseEmail(claim) : null)
const nameOf = (claim = ''): string | null => claim.trim().slice(0, 200) || null

/** Limited to the current time: a provider's fast clock must not give a future instant. */
const instantOf = (seconds: number, now: Date): string =>
  new Date(Math.min(Math.max(seconds, 0) * 1000, now.getTime())).toISOString()

type Claims = Readonly<Record<string, unknown>>

function rolesIn(claims: Claims, settings: SingleSignOn): Pick<ProviderPerson, 'role' | 'groupsUnsaid'> {
  const { rolesClaim, roles, defaultRole } = settings
  if (rolesClaim === undefined) return { role: undefined, groupsUnsaid: undefined }
  const claim = valueAt(claims, rolesClaim) ?? undefined
  const groups = claim === undefined || Array.isArray(claim) ? (claim ?? []) : [claim]
  const role = roles.find(({ group }) => groups.includes(group))?.role
  if (role !== undefined) return { role, groupsUnsaid: undefined }
  const reason = missingGroupsReason(claims, { claim, groups, rolesClaim })
  return { role: reason === undefined ? defaultRole : undefined, groupsUnsaid: reason }
}

type ClaimedGroups = { readonly claim: unknown; readonly groups: readonly unknown[]; readonly rolesClaim: string }

function missingGroupsReason(
  claims: Claims,
  { claim, groups, rolesClaim }: ClaimedGroups,
): MissingGroupsReason | undefined {
  const elsewhere = claims['_claim_names']
  // Entra reports it this way in the implicit flow.
  const isElsewhere = (isRecord(elsewhere) && Object.hasOwn(elsewhere, rolesClaim)) || isYes(claims['hasgroups'])
  if (claim === undefined) return isElsewhere ? 'overage' : 'missing'
  return groups.every((each) => typeof each === 'string') ? undefined : 'type'
}

const isYes = (value: unknown): boolean => value === true || value === 'true'

/** `groups`, or a path as in Keycloak: `realm_access.roles`. A claim whose own name contains dots takes precedence. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path
    .split('.')
    .reduce<unknown>((node, part) => (isRecord(node) && Object.hasOwn(node, part) ? node[part] : undefined), claims)
}

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
