import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import type { Role } from '@/lib/domain/roles'
import type { PersonMailKind } from '@/lib/features/profile/contract'
import { composeMail, type MailWords } from '@/lib/panel/mail/mail-layout'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { wordsIn } from '@/lib/panel/words'
import type { Db } from '@/lib/storage/storage'

import { listOwnersToNotify } from './statements/members'
import type { UserTable } from './tables'

const when = (locale: Locale, iso: string): string =>
  `${formatDateTime(iso, locale)} (${wordsIn(locale, 'mails', 'people').words.zone})`

type InvitationFacts = {
  readonly account: string
  readonly inviter: string
  readonly role: Role
  readonly link: string
  readonly expiresAt: string
}

export function invitationMail(
  locale: Locale,
  { account, inviter, role, link, expiresAt }: InvitationFacts,
): MailWords {
  const { words: t, say } = wordsIn(locale, 'mails', 'people')
  const invited = say('invited', { account })
  return composeMail({
    locale,
    subject: invited,
    headline: invited,
    rows: [
      [t.account, account],
      [t.role, t.roles[role]],
      [t.invitedBy, inviter],
      [t.validUntil, when(locale, expiresAt)],
    ],
    notes: [t.onlyYou],
    link: { text: t.join, url: link },
  })
}

type NewEmail = { readonly email: string; readonly link: string; readonly expiresAt: string }

/** Sent to the new address. */
export function confirmEmailMail(locale: Locale, { email, link, expiresAt }: NewEmail): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'people')
  return composeMail({
    locale,
    subject: t.confirmEmail,
    headline: t.confirmEmail,
    rows: [
      [t.newEmail, email],
      [t.validUntil, when(locale, expiresAt)],
    ],
    notes: [t.confirmNote],
    link: { text: t.confirm, url: link },
  })
}

type Notice = { readonly at: string; readonly address: string; readonly device?: string; readonly email?: string }
type NoticeKind = 'emailAsked' | 'emailChanged' | 'newDevice'

/**
 * Notifies a person of a change to their sign-in. It has no link: the instructions are in the panel, after signing in.
 */
export function noticeMail(locale: Locale, kind: NoticeKind, { at, address, device, email }: Notice): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'people')
  return composeMail({
    locale,
    subject: t[kind],
    headline: t[kind],
    rows: [
      [t.at, when(locale, at)],
      [t.address, address],
      ...(device ? [[t.device, device] as const] : []),
      ...(email ? [[t.newEmail, email] as const] : []),
    ],
    notes: [t[`${kind}Note`]],
  })
}

export type MemberChange = keyof Messages['mails']['people']['members']
type MemberFacts = {
  readonly account: string
  readonly email: string
  readonly newRole?: Role | undefined
  readonly actor: string
  readonly at: string
}

/** Sent to the other owners. */
export function membersMail(
  locale: Locale,
  change: MemberChange,
  { account, email, newRole, actor, at }: MemberFacts,
): MailWords {
  const { words: t } = wordsIn(locale, 'mails', 'people')
  return composeMail({
    locale,
    subject: `${t.members[change]} – ${account}`,
    headline: t.members[change],
    rows: [
      [t.account, account],
      [t.person, email],
      ...(newRole === undefined ? [] : [[t.newRole, t.roles[newRole]] as const]),
      [t.by, actor],
      [t.at, when(locale, at)],
    ],
    notes: [t.membersNote],
  })
}

export const wantsMail = ({ muted_mail }: Pick<UserTable, 'muted_mail'>, kind: PersonMailKind): boolean =>
  !muted_mail.includes(`"${kind}"`)

type OwnersNotice = {
  readonly accountId: string
  /** The author of the change, who is not notified. */
  readonly actor: string
  readonly now: Date
  readonly words: (locale: Locale) => MailWords
}

export async function notifyOtherOwners(db: Db, { accountId, actor, now, words }: OwnersNotice): Promise<void> {
  for (const owner of await listOwnersToNotify(db, accountId)) {
    if (owner.email === actor || !wantsMail(owner, 'members')) continue
    await putPersonMail(db, { accountId, to: owner.email, words: words(localeOf(owner)), now })
  }
}
