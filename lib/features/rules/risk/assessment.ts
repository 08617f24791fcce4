import { createClient } from '@/lib/client/client'
import { readUnitsIn } from '@/lib/client/units-in'
import { riskLevels } from '@/lib/contract/records'
import { type ApiError, isApiError } from '@/lib/domain/api-error'
import type { FetchService } from '@/lib/panel/context'

import type { RiskProblem, RiskReadingTable } from '../tables-risk'
import { identifierOfRisk } from './subjects'

/** The stored part of an assessment, and the company's own name if the service returns it. */
export type Assessment = Pick<RiskReadingTable, 'score' | 'level' | 'factors'> & {
  readonly name: string | null
  readonly hasKrs: boolean
}

/** `units`: the cost of the call. */
export type AssessmentResult = { readonly units: number } & (
  | { readonly kind: 'read'; readonly assessment: Assessment }
  /** The service does not know the company, so a retry would not help. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly problem: RiskProblem; readonly retryAfterS: number | undefined }
)

/** Requests the risk of one company from the service. Errors are returned, not thrown. */
export async function assess(fetchService: () => FetchService, subject: string): Promise<AssessmentResult> {
  const charge: { units?: number | undefined } = {}
  const callService = createClient(async (path, init) => {
    const response = await fetchService()(path, init)
    charge.units = readUnitsIn(response).units ?? undefined
    return response
  })
  const { kind, value } = identifierOfRisk(subject)
  try {
    const answer = await callService('risk.get', { query: { [kind]: value } })
    const assessment = assessmentIn(answer)
    const units = charge.units ?? 1
    if (assessment === undefined) return { kind: 'refused', problem: 'unreadable', retryAfterS: undefined, units }
    return { kind: 'read', assessment, units }
  } catch (error) {
    if (!isApiError(error)) return { kind: 'refused', problem: 'unreachable', retryAfterS: undefined, units: 1 }
    const units = charge.units ?? unitsOf(error)
    if (isUnknown(error)) return { kind: 'unknown', units }
    return { kind: 'refused', problem: problemOf(error), retryAfterS: error.retryAfterS, units }
  }
}

/** Refused calls are not charged; a lost answer may have been charged, so it counts. */
const unitsOf = ({ kind, status }: ApiError): number =>
  kind === 'status' && status >= 400 && status < 500 && status !== 404 ? 0 : 1

const isUnknown = ({ kind, status }: ApiError): boolean =>
  kind === 'status' && (status === 404 || status === 422 || status === 400)

const NOT_IN_PLAN: readonly unknown[] = ['plan', 'subscription']

function problemOf({ kind, status, detail }: ApiError): RiskProblem {
  if (kind === 'shape') return 'unreadable'
  if (status === 402) return NOT_IN_PLAN.includes(detail['pool']) ? 'not_in_plan' : 'pool_empty'
  if (status === 429) return 'rate_limited'
  return status >= 400 && status < 500 ? 'refused' : 'unreachable'
}

type Answer = Awaited<ReturnType<ReturnType<typeof createClient>>> & {
  readonly score?: number | undefined
  readonly level?: string | undefined
  readonly name?: string | undefined
  readonly krs?: string | null | undefined
  readonly factors?: readonly { readonly code?: string | undefined; readonly points?: number | undefined }[] | undefined
}

/** Undefined if the answer lacks what a comparison needs. */
function assessmentIn({ score, level, name, krs, factors = [] }: Answer): Assessment | undefined {
  const riskLevel = riskLevels.find((each) => each === level)
  if (riskLevel === undefined || score === undefined || !Number.isInteger(score)) return undefined
  const codesWithPoints = factors.flatMap(({ code, points = 0 }) =>
    code === undefined ? [] : [[code.slice(0, 40), points]],
  )
  return { score, level: riskLevel, factors: JSON.stringify(codesWithPoints), name: name ?? null, hasKrs: Boolean(krs) }
}
