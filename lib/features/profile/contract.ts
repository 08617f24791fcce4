import * as z from 'zod'

import { everyone, operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelDefaults } from '@/lib/contract/panel-operation'
import { changesSomething, count, instant, line, noAnswer, uuid } from '@/lib/contract/values'
import { locales, themes } from '@/lib/domain/format/locales'
import { MAX_PASSWORD_LENGTH } from '@/lib/domain/password-rules'
import { MAX_EMAIL_LENGTH, role } from '@/lib/features/members/contract'

export const MAX_PERSON_NAME_LENGTH = 80
/**
 * Kinds of e-mail about people and access that a person can disable. Notices about their own sign-in are always sent.
 */
export const personMailKinds = ['new_device', 'members'] as const
export type PersonMailKind = (typeof personMailKinds)[number]

/** Data of the person, not of an account, so it is available before the second factor that the account requires. */
const ownOperations = operationsFor({ ...panelDefaults, isBeforeSecondFactor: true }, everyone)
/** Passwords are neither trimmed nor normalised, because they are compared in full. */
const password = z.string().min(1).max(MAX_PASSWORD_LENGTH)

const ownAccount = z.object({ id: uuid, name: z.string(), role, is_current: z.boolean() })
export type OwnAccount = z.infer<typeof ownAccount>

const sessionHandle = z.string().regex(/^[\w-]{22}$/)

const ownSession = z.object({
  /** A public handle, because the session's id is the secret of its cookie. */
  id: sessionHandle,
  account: z.string(),
  method: z.enum(['password', 'passkey', 'sso']),
  address: z.string(),
  /** The browser's user agent. */
  device: z.string(),
  created_at: instant,
  last_seen_at: instant,
  expires_at: instant,
  is_current: z.boolean(),
})

export const profileOperations = {
  'profile.read': {
    ...ownOperations.get,
    path: '/panel/profile',
    summary: 'The signed-in person',
    response: z.object({
      email: z.string(),
      name: z.string().nullable(),
      locale: z.enum(locales).nullable(),
      theme: z.enum(themes).nullable(),
      muted_mail: z.array(z.enum(personMailKinds)),
      has_password: z.boolean(),
      password_set_at: instant.nullable(),
      /** An address that waits for confirmation by the link sent to it. */
      new_email: z.string().nullable(),
      sends_mail: z.boolean(),
      accounts: z.array(ownAccount),
    }),
  },
  'profile.update': {
    ...ownOperations.put,
    ...noAnswer,
    path: '/panel/profile',
    withoutProof: 'Name, language and mail give nobody access.',
    summary: 'Change name, language, theme and mail settings; omitted fields are unchanged',
    body: z
      .object({
        name: line(MAX_PERSON_NAME_LENGTH).nullable().optional(),
        locale: z.enum(locales).optional(),
        theme: z.enum(themes).optional(),
        muted_mail: z.array(z.enum(personMailKinds)).max(personMailKinds.length).optional(),
      })
      .refine(...changesSomething),
  },
  'profile.setPassword': {
    ...ownOperations.put,
    path: '/panel/profile/password',
    withoutProof: 'The call carries the present password.',
    summary: 'Change the own password; every other session of the person ends',
    invalidates: ['panel.profile', 'panel.sessions'],
    body: z.object({ current: password, next: password }),
    response: z.object({ ended: count }),
  },
  'profile.setEmail': {
    ...ownOperations.post,
    ...noAnswer,
    path: '/panel/profile/email',
    withoutProof: 'The call carries the present password.',
    summary: 'Request a change of e-mail; it takes effect once the link that is sent there was opened and confirmed',
    idempotent: false,
    body: z.object({ email: line(MAX_EMAIL_LENGTH).min(3), password }),
  },
  'profile.cancelEmail': {
    ...ownOperations.delete,
    ...noAnswer,
    path: '/panel/profile/email',
    withoutProof: 'The e-mail stays as it is; a stranger’s change is stopped at once.',
    summary: 'Cancel the change of e-mail; the link that was sent becomes invalid',
  },
  'sessions.list': {
    ...ownOperations.get,
    path: '/panel/sessions',
    summary: 'Sessions of the person, the last used first',
    response: z.object({ items: z.array(ownSession) }),
  },
  'sessions.end': {
    ...ownOperations.delete,
    ...noAnswer,
    path: '/panel/sessions/{id}',
    withoutProof: 'Who finds a stranger in a session of theirs ends it at once, and can sign in again.',
    summary: 'End one of the own sessions',
    params: z.object({ id: sessionHandle }),
  },
  'sessions.endOthers': {
    ...ownOperations.post,
    path: '/panel/sessions/end-others',
    withoutProof: 'Who finds a stranger in a session of theirs ends it at once, and can sign in again.',
    summary: 'End all own sessions except this one',
    response: z.object({ ended: count }),
  },
  'sessions.switchAccount': {
    ...ownOperations.post,
    ...noAnswer,
    path: '/panel/sessions/switch-account',
    withoutProof: 'The person is a member of the other account already.',
    summary: 'Work in another account of the person, from the next request on',
    invalidates: [],
    body: z.object({ account_id: uuid }),
  },
} as const satisfies Record<string, PanelOperation>
