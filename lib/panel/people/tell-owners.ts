import type { PersonMailKind } from '@/lib/contract/panel/profile'
import type { Locale } from '@/lib/domain/format/locales'
import { listOwnersToTell } from '@/lib/storage/people/members'
import type { UserTable } from '@/lib/storage/people/tables'
import type { Db } from '@/lib/storage/storage'

import type { MailWords } from '../mail/mail-layout'
import { localeOf, putPersonMail } from '../mail/person-mail'

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
