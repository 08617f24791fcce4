import type { ConditionOf } from '@/lib/contract/panel/rule-conditions'
import type { Db } from '@/lib/storage/storage'

import { readTags } from '../../events/tag-readings'
import { eachMonitor, noRetry } from '../../personal/watched-records'
import { carriesTags, readTagged, type TaggedMonitors } from '../kinds/events'
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

type Asking = Pick<Looking, 'storage' | 'now' | 'ask'> & { readonly account: { readonly id: string } }

/** The monitors that carry tags of the scopes, read now where that was long ago. */
export async function readScopeTags(asking: Asking, scopes: readonly RiskScope[], db?: Db): Promise<TaggedMonitors> {
  const tags = [...new Set(scopes.flatMap((scope) => scope.tags))]
  if (db === undefined) await readTags(asking, tags)
  return readTagged(db ?? asking.storage.db, { accountId: asking.account.id, tags })
}

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
