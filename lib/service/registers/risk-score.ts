import type { RiskAssessment } from '@/lib/contract/records'
import { type Day, daysBetween } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'

/** The stored data of a company that affect its score. */
export type RiskFacts = {
  readonly status: string
  readonly vatStatus: string | null
  readonly legalForm: string | null
  /** PLN. */
  readonly shareCapital: number | null
  readonly registeredOn: Day | null
  /** KRZ announcements against the company, oldest first. */
  readonly debtorAnnouncements: readonly RiskEvidence[]
  /** KRS changes of the company, oldest first, with the changed field (decision 31). */
  readonly changes: readonly (RiskEvidence & { readonly field: string })[]
  /** KNF's public warnings that name the company, oldest first. */
  readonly warnings: readonly RiskEvidence[]
}
export type RiskEvidence = { readonly source: string; readonly id: string; readonly day: Day; readonly title: string }
type RiskFactor = RiskAssessment['factors'][number]
type Finding = Omit<RiskFactor, 'score_without' | 'evidence'> & { readonly evidence?: readonly RiskEvidence[] }
export type RiskScore = Pick<RiskAssessment, 'score' | 'level' | 'factors'>

const MAX_EVIDENCE = 20

/** Days within which an announcement is recent and a company is young. */
const RECENT_DAYS = 30
const YOUNG_DAYS = 365
const BOARD_CHANGES = 2

/** OURS: the interface gives no rule. A score below the first is low, from the second on high. */
const MEDIUM_FROM = 30
const HIGH_FROM = 60
const MAX_SCORE = 100

const STATUSES: Readonly<Record<string, readonly [code: string, description: string, points: number]>> = {
  deregistered: ['status_deregistered', 'Podmiot wykreślony z rejestru', 80],
  bankruptcy: ['status_bankruptcy', 'Podmiot w upadłości', 70],
  restructuring: ['status_restructuring', 'Podmiot w restrukturyzacji', 45],
  liquidation: ['status_liquidation', 'Podmiot w likwidacji', 40],
}
/** KRS fields whose entries determine the status. */
const STATUS_FIELDS: Readonly<Record<string, readonly string[]>> = {
  deregistered: ['opis'],
  bankruptcy: ['ogloszenieUpadlosci'],
  restructuring: ['otwarciePostepowaniaRestrukturyzacyjnego'],
  liquidation: ['otwarcieLikwidacji'],
}
const PROCEEDINGS: Readonly<Record<string, string>> = {
  otwarcieLikwidacji: 'otwarcie likwidacji',
  ogloszenieUpadlosci: 'ogłoszenie upadłości',
  otwarciePostepowaniaRestrukturyzacyjnego: 'otwarcie postępowania restrukturyzacyjnego',
}
/** Minimum share capital in the Code of Commercial Companies, PLN. */
const MIN_CAPITAL: Readonly<Record<string, number>> = {
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': 5_000,
  'SPÓŁKA AKCYJNA': 100_000,
  'SPÓŁKA KOMANDYTOWO-AKCYJNA': 50_000,
  'PROSTA SPÓŁKA AKCYJNA': 1,
}

/** The sum of points for all findings on a Warsaw day, at most 100. */
export function scoreRisk(facts: RiskFacts, today: Day): RiskScore {
  const findings = rules.flatMap((rule) => rule(facts, today)).toSorted(largestFirst)
  const total = findings.reduce((sum, { points }) => sum + points, 0)
  const cut = (points: number) => Math.min(MAX_SCORE, points)
  const factors = findings.map(({ evidence = [], ...finding }): RiskFactor => ({
    ...finding,
    score_without: cut(total - finding.points),
    evidence: evidence
      .toReversed()
      .slice(0, MAX_EVIDENCE)
      .map(({ source, day, title, id }) => ({ source, day, title, id })),
  }))
  return { score: cut(total), level: levelOf(cut(total)), factors }
}

const largestFirst = (a: Finding, b: Finding) => b.points - a.points || compareValues(a.code, b.code)

function levelOf(score: number): RiskScore['level'] {
  if (score >= HIGH_FROM) return 'high'
  return score >= MEDIUM_FROM ? 'medium' : 'low'
}

type Rule = (facts: RiskFacts, today: Day) => Finding[]

const fieldsOf = ({ changes }: RiskFacts): string[] => changes.map(({ field }) => field)

const status: Rule = (facts) => {
  const statusFactor = STATUSES[facts.status]
  if (statusFactor === undefined) return []
  const [code, description, points] = statusFactor
  const fields = STATUS_FIELDS[facts.status] ?? []
  return [{ code, description, points, evidence: facts.changes.filter(({ field }) => fields.includes(field)) }]
}

/** Proceedings that a KRS entry ends are removed as if they had never existed. */
const ENDED_BY: Readonly<Record<string, string>> = {
  otwarcieLikwidacji: 'uchylenieLikwidacji',
  otwarciePostepowaniaRestrukturyzacyjnego: 'zakonczeniePostepowaniaRestrukturyzacyjnego',
}

/** Counts only while no status of `STATUSES` applies, so that one fact is not counted twice. */
const proceedings: Rule = (facts) => {
  const changedFields = fieldsOf(facts)
  const entered = Object.keys(PROCEEDINGS).filter(
    (field) => changedFields.lastIndexOf(field) > changedFields.lastIndexOf(ENDED_BY[field] ?? ''),
  )
  if (facts.status in STATUSES || entered.length === 0) return []
  const names = entered.map((field) => PROCEEDINGS[field]).join(', ')
  const evidence = facts.changes.filter(({ field }) => entered.includes(field))
  return [{ code: 'krs_proceedings', description: `Wpis w KRS: ${names}`, points: 35, evidence }]
}

type PointsPerCount = { readonly first: number; readonly further: number; readonly maxPoints: number }
const pointsFor = (count: number, { first, further, maxPoints }: PointsPerCount): number =>
  Math.min(maxPoints, first + (count - 1) * further)

const debtorAnnouncements: Rule = (facts, today) => {
  const isRecent = ({ day }: RiskEvidence) => daysBetween(day, today) <= RECENT_DAYS
  const recentOnes = facts.debtorAnnouncements.filter(isRecent)
  const olderOnes = facts.debtorAnnouncements.filter((each) => !isRecent(each))
  const [recent, older] = [recentOnes.length, olderOnes.length]
  return [
    ...(recent === 0
      ? []
      : [
          {
            code: 'krz_recent',
            description: `Obwieszczenia w KRZ z ostatnich ${RECENT_DAYS} dni: ${recent}`,
            points: pointsFor(recent, { first: 25, further: 5, maxPoints: 40 }),
            evidence: recentOnes,
          },
        ]),
    ...(older === 0
      ? []
      : [
          {
            code: 'krz_older',
            description: `Starsze obwieszczenia w KRZ: ${older}`,
            points: pointsFor(older, { first: 10, further: 2, maxPoints: 20 }),
            evidence: olderOnes,
          },
        ]),
  ]
}

/** Being listed means that a prosecutor was notified; it is not a conviction. */
const warnings: Rule = ({ warnings: found }) =>
  found.length === 0
    ? []
    : [
        {
          code: 'knf_warning',
          description: `Wpisy na liście ostrzeżeń publicznych KNF (zawiadomienie prokuratury, nie wyrok): ${found.length}`,
          points: pointsFor(found.length, { first: 40, further: 5, maxPoints: 50 }),
          evidence: found,
        },
      ]

const vat: Rule = ({ vatStatus }) =>
  vatStatus === 'Niezarejestrowany'
    ? [{ code: 'vat_unregistered', description: 'Brak rejestracji jako podatnik VAT', points: 15 }]
    : []

const capital: Rule = ({ legalForm, shareCapital }) => {
  const least = MIN_CAPITAL[legalForm?.toLocaleUpperCase('pl') ?? '']
  if (least === undefined || shareCapital === null || shareCapital > least) return []
  return [{ code: 'capital_minimum', description: 'Kapitał zakładowy nie wyższy niż ustawowe minimum', points: 5 }]
}

const age: Rule = ({ registeredOn }, today) =>
  registeredOn !== null && daysBetween(registeredOn, today) < YOUNG_DAYS
    ? [{ code: 'young', description: 'Podmiot zarejestrowany mniej niż rok temu', points: 5 }]
    : []

const board: Rule = ({ changes }) => {
  const evidence = changes.filter(({ field }) => field === 'sklad')
  if (evidence.length < BOARD_CHANGES) return []
  const description = `Częste zmiany w składzie organu reprezentacji: ${evidence.length}`
  return [{ code: 'board_changes', description, points: 5, evidence }]
}

const rules: readonly Rule[] = [status, proceedings, debtorAnnouncements, warnings, vat, capital, age, board]
