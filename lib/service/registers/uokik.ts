import { uokikClause, uokikDecision } from '@/lib/contract/registers'
import { foldLine } from '@/lib/domain/fold'

import { uokikDocument } from '../documents/uokik-document'
import type { HandlersOf, Handler } from '../http/context'
import { toSearchTexts } from '../http/list-query'
import { numberKey } from './register-entry'
import { listRegister } from './register-list'

const uokikDecisions: Handler<'uokik.decisions'> = ({ query }, context) => {
  const { q, date_from: from, date_to: to } = query
  const wanted = { register: 'uokik', texts: [...toSearchTexts(q), ...numberKeysOf(q)], from, to } as const
  return listRegister(context, { item: uokikDecision, wanted, paging: query })
}

const uokikClauses: Handler<'uokik.clauses'> = ({ query }, context) => {
  const { q, date_from: from, date_to: to } = query
  const wanted = { register: 'clauses', texts: toSearchTexts(q), from, to } as const
  return listRegister(context, { item: uokikClause, wanted, paging: query })
}

/** Of a text that looks like the number of a decision or a case: letters of the office, then figures. */
const numberKeysOf = (q = ''): string[] =>
  /^[a-z]{2,5}[\s./-]*\d[\d\s./-]*[a-z]{0,4}$/.test(foldLine(q)) ? [numberKey(q)] : []

export const uokikHandlers: HandlersOf<'uokik'> = {
  'uokik.decisions': uokikDecisions,
  'uokik.clauses': uokikClauses,
  'uokik.document': uokikDocument,
}
