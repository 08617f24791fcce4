import * as z from 'zod'

import { toPaidAnswer } from '@/lib/features/companies/paid-answers'
import { type AnswerHead, listAnswersOfParts, readAnswerTexts } from '@/lib/features/companies/statements/paid-answers'
import type { PanelHandler, PanelHandlersOf } from '@/lib/panel/context'

import { STATEMENT_COMPANIES, STATEMENT_PARTS } from './contract'

type Part = (typeof STATEMENT_PARTS)[number]
const partOf = ({ topic }: AnswerHead): Part | undefined => STATEMENT_PARTS.find((each) => each === topic)

const companies: PanelHandler<'statements.companies'> = async (_input, { storage: { db }, account }) => {
  const limit = STATEMENT_COMPANIES
  const answers = await listAnswersOfParts(db, { account_id: account.id, parts: STATEMENT_PARTS, limit })
  const byNumber = new Map<string, Map<Part, AnswerHead>>()
  for (const answer of answers) {
    const ofCompany = byNumber.get(answer.subject) ?? new Map<Part, AnswerHead>()
    const part = partOf(answer)
    if (part !== undefined && !ofCompany.has(part)) ofCompany.set(part, answer)
    byNumber.set(answer.subject, ofCompany)
  }
  const newest = [...byNumber.values()].flatMap((ofCompany) => [...ofCompany.values()].slice(0, 1))
  const texts = await readAnswerTexts(
    db,
    { account_id: account.id },
    newest.map(({ id }) => id),
  )
  return {
    items: [...byNumber].map(([number, ofCompany]) => ({
      number,
      name: nameIn(texts.get([...ofCompany.values()][0]?.id ?? '')),
      parts: [...ofCompany].map(([part, answer]) => ({ part, ...toPaidAnswer(answer) })),
    })),
  }
}

const namedAnswer = z.looseObject({ subject: z.looseObject({ name: z.string().min(1) }) })

/** A remote service may answer in another shape. */
function nameIn(text: string | undefined): string | null {
  if (text === undefined) return null
  return namedAnswer.safeParse(JSON.parse(text)).data?.subject.name ?? null
}

export const statementHandlers: PanelHandlersOf<'statements'> = { 'statements.companies': companies }
