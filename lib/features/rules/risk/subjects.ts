import { eachMonitor, noRetry } from '@/lib/features/personal-data/watched-records'
import type { Db } from '@/lib/storage/storage'

import type { ConditionOf } from '../contract/conditions'
import { carriesTags, readTagged, refreshTagMembers, type TaggedMonitors } from '../kinds/events'
import type { RuleCheckContext } from '../kinds/kind'

export type RiskScope = Pick<ConditionOf<'risk'>, 'tags' | 'monitor_ids'>

type Identifiable = {
  readonly identifier_type?: string | null | undefined
  readonly identifier_value?: string | null | undefined
}

/**
 * The key of a company by KRS or NIP, as used for readings; undefined for every other monitored subject, such as
 * persons.
 */
export function riskSubjectOf({ identifier_type: type, identifier_value: value }: Identifiable): string | undefined {
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

type TagContext = Pick<RuleCheckContext, 'storage' | 'now' | 'callService' | 'isEmbedded'> & {
  readonly account: { readonly id: string }
}

/** Returns the monitors that carry tags of the scopes, after refreshing outdated tags. */
export async function readScopeTags(context: TagContext, scopes: readonly RiskScope[]): Promise<TaggedMonitors> {
  await refreshTagMembers(context, tagsIn(scopes))
  return taggedIn(context, scopes, {})
}

/** Returns the tags as last read, for use within a transaction; optionally limited to some monitors. */
export const taggedIn = (
  { storage, account, isEmbedded }: TagContext,
  scopes: readonly RiskScope[],
  { db = storage.db, monitorIds }: { readonly db?: Db; readonly monitorIds?: readonly string[] },
): Promise<TaggedMonitors> =>
  readTagged(db, { accountId: account.id, tags: tagsIn(scopes), isEmbedded, ...(monitorIds && { monitorIds }) })

const tagsIn = (scopes: readonly RiskScope[]): string[] => [...new Set(scopes.flatMap((scope) => scope.tags))]

/** Companies currently within a scope, each with one of its monitors. */
export async function listRiskCompanies(context: TagContext, scope: RiskScope): Promise<ReadonlyMap<string, string>> {
  const tagged = await readScopeTags(context, [scope])
  const [tag] = scope.tags
  const companies = new Map<string, string>()
  const walk = { patience: noRetry, ...(tag !== undefined && { filter: { tag: [tag] } }) }
  for await (const monitor of eachMonitor(context.callService, walk)) {
    const subject = riskSubjectOf(monitor)
    if (subject !== undefined && isInRiskScope(scope, tagged, monitor.id)) companies.set(subject, monitor.id)
  }
  return companies
}
