import { readStoredAnswer } from '@/lib/client/companies/read-stored-answer'
import { type Day, warsawDay } from '@/lib/domain/calendar'
import { isRecord, parseJson } from '@/lib/domain/collections/json'
import type { PanelContext } from '@/lib/panel/context'

import type { CompanySummary } from './contract'
import { type CompanyPart, summaryParts } from './domain/part-rows'
import { readAnswerTexts } from './statements/paid-answers'

type NewestAnswers = ReadonlyMap<CompanyPart, { readonly id: string }>

/** Reads the stored answers of the summary's parts. `newest` contains only parts that the user may read. */
export async function readSummary(
  newest: NewestAnswers,
  { storage, account, now }: PanelContext,
): Promise<CompanySummary> {
  const ids = summaryParts.flatMap((part) => newest.get(part)?.id ?? [])
  const texts = await readAnswerTexts(storage.db, { account_id: account.id }, ids)
  return summarise((part) => parseJson(texts.get(newest.get(part)?.id ?? '') ?? ''), warsawDay(now))
}

/** The main figures of answers, which are undefined for parts without one. */
export const summarise = (answerOf: (part: CompanyPart) => unknown, today: Day): CompanySummary => ({
  risk: riskOf(answerOf('risk')),
  vat: vatOf(answerOf('whiteList')),
  board: boardOf(answerOf('graph'), today),
  ...recordFiguresOf(answerOf('record')),
})

function riskOf(answer: unknown): CompanySummary['risk'] {
  const { score, level } = readAnswer('risk.get', answer) ?? {}
  return typeof score === 'number' ? { score, level: level ?? null } : null
}

function vatOf(answer: unknown): CompanySummary['vat'] {
  const result = readAnswer('wpv.record', answer)
  if (result === undefined) return null
  const { subject, found } = result
  if (found === false) return { status: null, accounts: null }
  // Without a status nothing is known, which must not be shown as "not on the list".
  return subject?.status_vat ? { status: subject.status_vat, accounts: subject.account_numbers?.length ?? null } : null
}

/** A member whose term ends in the future still belongs to the board, and that end is no change yet. */
function boardOf(answer: unknown, today: Day): CompanySummary['board'] {
  const graph = readAnswer('graph.get', answer)
  if (graph?.root === undefined) return null
  const terms = (graph.edges ?? []).filter(({ to, role }) => to === graph.root && role === 'board')
  const days = terms.flatMap(({ since, until }) => [since, until]).filter((day) => typeof day === 'string')
  return {
    members: terms.filter(({ until }) => typeof until !== 'string' || until >= today).length,
    changed_on:
      days
        .filter((day) => day <= today)
        .toSorted()
        .at(-1) ?? null,
    is_cut: graph.is_cut === true,
  }
}

function recordFiguresOf(answer: unknown): Pick<CompanySummary, 'share_capital_pln' | 'main_activity'> {
  const record = readAnswer('record.get', answer)
  return {
    share_capital_pln: record?.share_capital_pln ?? null,
    main_activity: record?.pkd_codes?.[0] ?? null,
  }
}

const readAnswer: typeof readStoredAnswer = (name, answer) =>
  isRecord(answer) ? readStoredAnswer(name, withId(answer)) : undefined

/** An id is essential to the contract's schemas, but the summary does not use it, and a remote service may omit it. */
const withId = (answer: unknown): unknown => (isRecord(answer) ? { id: '', ...answer } : answer)
