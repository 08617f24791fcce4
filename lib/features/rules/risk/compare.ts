import { riskLevels } from '@/lib/contract/records'
import { maskLikelyPesels } from '@/lib/domain/identifiers/identifiers'
import { isOrganisation } from '@/lib/domain/identifiers/organisation'

import type { ConditionOf } from '../contract/conditions'
import type { RiskReadingTable } from '../tables-risk'
import type { Assessment } from './assessment'
import { identifierOfRisk, type RiskIdentifier } from './subjects'

type Level = RiskReadingTable['level']
type ReadingContent = { readonly score: number; readonly level: Level; readonly read_at: string }

/** The parts of a reading that may leave the panel. */
export type RiskHitContent = {
  readonly identifier: RiskIdentifier
  /** Only set for an organisation. */
  readonly name: string | null
  /** Null for an initial reading, which cannot show a rise. */
  readonly from: ReadingContent | null
  readonly to: ReadingContent
  /** Codes of risk factors that are new or weigh more than before. */
  readonly factors: readonly string[]
  readonly monitor_id: string
}

type ComparableReading = Pick<RiskReadingTable, 'score' | 'level' | 'factors' | 'read_at'>

/**
 * Whether a rule reports a reading: the risk rose, or it is an initial reading of a high level and the rule wants
 * those.
 */
export function isReportable(
  { points, tell_first }: Pick<ConditionOf<'risk'>, 'points' | 'tell_first'>,
  before: ComparableReading | undefined,
  now: Omit<ComparableReading, 'read_at'>,
): boolean {
  if (before === undefined) return tell_first && now.level === 'high'
  return now.score - before.score >= points || rankOf(now.level) > rankOf(before.level)
}

const rankOf = (level: Level): number => riskLevels.indexOf(level)

type ReadingComparison = {
  readonly subject: string
  readonly monitorId: string
  readonly before: ComparableReading | undefined
}

export function riskHitContent(
  { subject, monitorId, before }: ReadingComparison,
  now: ComparableReading & Pick<Assessment, 'name' | 'hasKrs'>,
): RiskHitContent {
  const identifier = identifierOfRisk(subject)
  const subjectIdentity = { identifier_type: now.hasKrs ? 'krs' : identifier.kind, subject_name: now.name }
  return {
    identifier,
    name: isOrganisation(subjectIdentity) && now.name !== null ? maskLikelyPesels(now.name) : null,
    from: before ? { score: before.score, level: before.level, read_at: before.read_at } : null,
    to: { score: now.score, level: now.level, read_at: now.read_at },
    factors: newFactors(before?.factors, now.factors),
    monitor_id: monitorId,
  }
}

/** Text that is not a code is dropped, because it could contain anything. */
const CODE = /^[a-z][a-z_]{0,39}$/

function newFactors(before: string | undefined, now: string): string[] {
  const previousPoints = new Map(factorsIn(before))
  return factorsIn(now)
    .filter(([code, points]) => CODE.test(code) && points > (previousPoints.get(code) ?? 0))
    .map(([code]) => code)
}

/** Safe: only this panel writes it. */
const factorsIn = (stored: string | undefined): readonly (readonly [string, number])[] =>
  stored === undefined ? [] : (JSON.parse(stored) as [string, number][])
