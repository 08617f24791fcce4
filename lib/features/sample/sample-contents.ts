import type { Env } from '@/lib/panel/env'
import { listOtherAccounts } from '@/lib/service/accounts/statements/accounts'
import {
  countEventsOf,
  countMonitorsOf,
  countReportFiles,
  findUnfinishedReport,
  listAccountsByIds,
  listMembersOfAccounts,
} from '@/lib/service/accounts/statements/sample-rows'
import { countRegisters, findSampleRemoval } from '@/lib/service/registers/statements/sample-removal'
import { findMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import type { SampleContents, sampleObstacles } from './contract'
import { sampleAccountMarks, sampleEmails } from './sample-users'

const { ids } = sampleAccountMarks
/** Approximate bytes per monitor with its tags, events and charges. */
const MONITOR_BYTES = 1_200

/** Counts the stored sample data; undefined if there are none. */
export async function readSampleContents(db: Db): Promise<SampleContents | undefined> {
  const accounts = await listAccountsByIds(db, ids)
  const isRemovalUnfinished = (await findSampleRemoval(db)) === 'going'
  const isLoaded = (await findMeta(db, 'sample_data')) !== undefined
  if (accounts.length === 0 && !isRemovalUnfinished && !isLoaded) return undefined
  const { bytes, ...registers } = await countRegisters(db)
  const sampleOnlyMembers = (await listMembersOfAccounts(db, ids)).filter(({ elsewhere }) => elsewhere === null)
  const { files, bytes: reportBytes } = await countReportFiles(db, ids)
  const monitors = await countMonitorsOf(db, ids)
  const otherAccountIds = (await listOtherAccounts(db, sampleAccountMarks)).map(({ id }) => id)
  return {
    ...registers,
    accounts: accounts.length,
    users: sampleOnlyMembers.length,
    people: sampleOnlyMembers.map(({ email }) => email).filter((email) => !sampleEmails.includes(email)),
    monitors,
    reports: files,
    report_bytes: reportBytes,
    database_bytes: bytes + monitors * MONITOR_BYTES,
    own: { monitors: await countMonitorsOf(db, otherAccountIds), events: await countEventsOf(db, otherAccountIds) },
  }
}

export type SampleObstacle = {
  readonly obstacle: (typeof sampleObstacles)[number]
  /** An e-mail, or the slug of an account. */
  readonly about: string | null
}

/** Why the sample data cannot be removed now; undefined if they can. */
export async function findSampleObstacle(
  { sampleData, singleSignOn }: Pick<Env, 'sampleData' | 'singleSignOn'>,
  db: Db,
): Promise<SampleObstacle | undefined> {
  if (sampleData === 'on') return { obstacle: 'asked_for', about: null }
  if ((await findMeta(db, 'sample_data')) === 'loading') return { obstacle: 'loading', about: null }
  const ssoAccount = singleSignOn?.account
  if (ssoAccount !== undefined && (await listAccountsByIds(db, ids)).some(({ slug }) => slug === ssoAccount)) {
    return { obstacle: 'provider_account', about: ssoAccount }
  }
  const member = (await listMembersOfAccounts(db, ids)).find(
    ({ email, elsewhere }) => elsewhere !== null && sampleEmails.includes(email),
  )
  if (member) return { obstacle: 'member_elsewhere', about: `${member.email} (${member.elsewhere})` }
  const accountWithReport = await findUnfinishedReport(db, ids)
  return accountWithReport === undefined ? undefined : { obstacle: 'report_in_work', about: accountWithReport }
}
