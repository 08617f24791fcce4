import { eachMonitor, noRetry } from '@/lib/features/personal-data/watched-records'
import type { Db } from '@/lib/storage/storage'

import type { ConditionOf } from '../contract/conditions'
import { carriesTags, readTagged, readTagsOf, type TaggedMonitors } from '../kinds/events'
import type { Looking } from '../kinds/kind'

export type RiskScope = Pick<ConditionOf<'risk'>, 'tags' | 'monitor_ids'>

type Identified = {
  readonly identifier_type?: string | null | undefined
  readonly identifier_value?: string | null | undefined
}

/** A company by KRS or NIP, as readings are kept; undefined for whatever else is monitored, persons above all. */
export function riskSubjectOf({ identifier_type: type, identifier_value: value }: Identified): string | undefined {
  return (type === 'krs' || type === 'nip') && value ? `${type}:${value}` : undefined
}

export type RiskIdentifier = { readonly kind: 'krs' | 'nip'; readonly value: string }

export function identifierOfRisk(subject: string): RiskIdentifier {
  const [kind, value = ''] = subject.split(':')
  return { kind: kind === 'nip' ? 'nip' : 'krs', value }
}

export const isInRiskScope = (scope: RiskScope, tagged: TaggedMonitors, monitorId: string): boolean =>
  monitorId !== '' &&
  (scope.monitor_ids.length === 0 || scope.monitor_ids.includes(monitorId)) &&
  carriesTags(tagged, scope.tags, monitorId)

type Asking = Pick<Looking, 'storage' | 'now' | 'ask' | 'isEmbedded'> & { readonly account: { readonly id: string } }

/** The monitors that carry tags of the scopes, read now where that was long ago. */
export async function readScopeTags(asking: Asking, scopes: readonly RiskScope[]): Promise<TaggedMonitors> {
  await readTagsOf(asking, tagsIn(scopes))
  return taggedIn(asking, scopes, {})
}

/** As they were read last, within a transaction; of all monitors, or of some. */
export const taggedIn = (
  { storage, account, isEmbedded }: Asking,
  scopes: readonly RiskScope[],
  { db = storage.db, monitorIds }: { readonly db?: Db; readonly monitorIds?: readonly string[] },
): Promise<TaggedMonitors> =>
  readTagged(db, { accountId: account.id, tags: tagsIn(scopes), isEmbedded, ...(monitorIds && { monitorIds }) })

const tagsIn = (scopes: readonly RiskScope[]): string[] => [...new Set(scopes.flatMap((scope) => scope.tags))]

/** Companies within a scope now, each with a monitor of it. */
export async function listRiskCompanies(asking: Asking, scope: RiskScope): Promise<ReadonlyMap<string, string>> {
  const tagged = await readScopeTags(asking, [scope])
  const [tag] = scope.tags
  const companies = new Map<string, string>()
  const walk = { patience: noRetry, ...(tag !== undefined && { narrowed: { tag: [tag] } }) }
  for await (const monitor of eachMonitor(asking.ask, walk)) {
    const subject = riskSubjectOf(monitor)
    if (subject !== undefined && isInRiskScope(scope, tagged, monitor.id)) companies.set(subject, monitor.id)
  }
  return companies
}
