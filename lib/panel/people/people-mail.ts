import type { PersonMailKind } from '@/lib/contract/panel/profile'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { Role } from '@/lib/domain/roles'
import { listOwnersToTell } from '@/lib/storage/people/members'
import type { UserTable } from '@/lib/storage/people/tables'
import type { Db } from '@/lib/storage/storage'

import { composeMail, type MailWords } from '../mail/mail-layout'
import { localeOf, putPersonMail } from '../mail/person-mail'

const texts = {
  pl: {
    roles: { owner: 'właściciel', finance: 'finanse', compliance: 'compliance', viewer: 'podgląd' },
    zone: 'czas warszawski',
    account: 'Konto',
    role: 'Rola',
    invitedBy: 'Zaprasza',
    validUntil: 'Ważne do',
    newEmail: 'Nowy e-mail',
    invited: (account: string) => `Zaproszenie do konta ${account}`,
    join: 'Przyjmij zaproszenie',
    onlyYou:
      'Zaproszenie może przyjąć tylko właściciel tego adresu. Jeśli nikt Cię nie uprzedził, nie otwieraj odnośnika.',
    confirmEmail: 'Potwierdź nowy adres e-mail',
    confirm: 'Potwierdź adres',
    confirmNote: 'Do potwierdzenia logujesz się dotychczasowym adresem. Jeśli to nie Ty prosisz o zmianę, nic nie rób.',
    emailAsked: 'Poproszono o zmianę adresu e-mail',
    emailAskedNote: 'Adres zmieni się po potwierdzeniu w nowej skrzynce. Jeśli to nie Ty, zmień hasło i zakończ sesje.',
    emailChanged: 'Adres e-mail został zmieniony',
    emailChangedNote: 'Logujesz się teraz nowym adresem. Jeśli to nie Ty, poproś o pomoc właściciela konta.',
    newDevice: 'Nowe logowanie do panelu',
    newDeviceNote: 'Jeśli to nie Ty, zmień hasło i zakończ pozostałe sesje w profilu.',
    address: 'Adres sieciowy',
    device: 'Przeglądarka',
    at: 'Kiedy',
    person: 'Osoba',
    by: 'Kto',
    members: {
      'members.join': 'Nowa osoba w koncie',
      'members.setRole': 'Zmieniono rolę w koncie',
      'members.disable': 'Wyłączono dostęp do konta',
      'members.enable': 'Przywrócono dostęp do konta',
      'members.remove': 'Usunięto osobę z konta',
      'members.leave': 'Osoba odeszła z konta',
      'identities.groupsUnsaid': 'Dostawca logowania nie podał grup: rola bez zmian',
    },
    membersNote:
      'Dostajesz tę wiadomość jako właściciel konta. Wyłączysz ją w swoim profilu. Szczegóły: dziennik czynności.',
  },
  en: {
    roles: { owner: 'owner', finance: 'finance', compliance: 'compliance', viewer: 'viewer' },
    zone: 'Warsaw time',
    account: 'Account',
    role: 'Role',
    invitedBy: 'Invited by',
    validUntil: 'Valid until',
    newEmail: 'New e-mail',
    invited: (account: string) => `Invitation to the account ${account}`,
    join: 'Accept the invitation',
    onlyYou: 'Only the owner of this address can accept it. If nobody told you about it, do not open the link.',
    confirmEmail: 'Confirm your new e-mail',
    confirm: 'Confirm the address',
    confirmNote: 'Until then you sign in with the former address. If you did not ask for this, do nothing.',
    emailAsked: 'A change of your e-mail was asked for',
    emailAskedNote:
      'It changes once confirmed in the new mailbox. If this was not you, change your password and end your sessions.',
    emailChanged: 'Your e-mail was changed',
    emailChangedNote:
      'You sign in with the new address now. If this was not you, ask an owner of your account for help.',
    newDevice: 'New sign-in to the panel',
    newDeviceNote: 'If this was not you, change your password and end the other sessions in your profile.',
    address: 'Network address',
    device: 'Browser',
    at: 'When',
    person: 'Person',
    by: 'By',
    members: {
      'members.join': 'Somebody joined the account',
      'members.setRole': 'A role in the account was changed',
      'members.disable': 'Access to the account was disabled',
      'members.enable': 'Access to the account was given back',
      'members.remove': 'Somebody was removed from the account',
      'members.leave': 'Somebody left the account',
      'identities.groupsUnsaid': 'The sign-in provider named no groups: the role stays',
    },
    membersNote: 'You get this as an owner of the account. Your profile turns it off. The audit log has the details.',
  },
} as const

const when = (locale: Locale, iso: string): string => `${formatDateTime(iso, locale)} (${texts[locale].zone})`

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
  const t = texts[locale]
  return composeMail({
    subject: t.invited(account),
    headline: t.invited(account),
    rows: [
      [t.account, account],
      [t.role, t.roles[role]],
      [t.invitedBy, inviter],
      [t.validUntil, when(locale, expiresAt)],
    ],
    notes: [t.onlyYou],
    link: { text: t.join, url: link },
    unsubscribe: undefined,
  })
}

type NewEmail = { readonly email: string; readonly link: string; readonly expiresAt: string }

/** To the new address. */
export function confirmEmailMail(locale: Locale, { email, link, expiresAt }: NewEmail): MailWords {
  const t = texts[locale]
  return composeMail({
    subject: t.confirmEmail,
    headline: t.confirmEmail,
    rows: [
      [t.newEmail, email],
      [t.validUntil, when(locale, expiresAt)],
    ],
    notes: [t.confirmNote],
    link: { text: t.confirm, url: link },
    unsubscribe: undefined,
  })
}

type Notice = { readonly at: string; readonly address: string; readonly device?: string; readonly email?: string }
type NoticeKind = 'emailAsked' | 'emailChanged' | 'newDevice'

/** Tells a person what was done to their own sign-in. No link: what to do is in the panel, where they sign in. */
export function noticeMail(locale: Locale, kind: NoticeKind, { at, address, device, email }: Notice): MailWords {
  const t = texts[locale]
  return composeMail({
    subject: t[kind],
    headline: t[kind],
    rows: [
      [t.at, when(locale, at)],
      [t.address, address],
      ...(device ? [[t.device, device] as const] : []),
      ...(email ? [[t.newEmail, email] as const] : []),
    ],
    notes: [t[`${kind}Note`]],
    link: undefined,
    unsubscribe: undefined,
  })
}

export type MemberChange = keyof (typeof texts)['pl']['members']
type MemberFacts = { readonly account: string; readonly email: string; readonly actor: string; readonly at: string }

/** To the other owners. */
export function membersMail(
  locale: Locale,
  change: MemberChange,
  { account, email, actor, at }: MemberFacts,
): MailWords {
  const t = texts[locale]
  return composeMail({
    subject: `${t.members[change]} – ${account}`,
    headline: t.members[change],
    rows: [
      [t.account, account],
      [t.person, email],
      [t.by, actor],
      [t.at, when(locale, at)],
    ],
    notes: [t.membersNote],
    link: undefined,
    unsubscribe: undefined,
  })
}

/** Whether a person wants mail of a kind. */
export const wantsMail = ({ muted_mail }: Pick<UserTable, 'muted_mail'>, kind: PersonMailKind): boolean =>
  !muted_mail.includes(`"${kind}"`)

type Told = {
  readonly accountId: string
  /** Who did it: they know. */
  readonly actor: string
  readonly now: Date
  readonly words: (locale: Locale) => MailWords
}

/** Tells the account's other owners that its members changed. */
export async function tellOwners(db: Db, { accountId, actor, now, words }: Told): Promise<void> {
  for (const owner of await listOwnersToTell(db, accountId)) {
    if (owner.email === actor || !wantsMail(owner, 'members')) continue
    await putPersonMail(db, { accountId, to: owner.email, words: words(localeOf(owner)), now })
  }
}
