import { sudopCase } from '@/lib/contract/registers'

import type { Handler, HandlersOf } from '../http/context'
import { toNip, toSearchTexts } from '../http/list-query'
import { listRegister } from './register-list'

/** `nip` is the beneficiary's; the provider is found by `q`. */
const cases: Handler<'sudop.cases'> = async ({ query }, context) => {
  const { q, nip, date_from: from, date_to: to } = query
  const wanted = { register: 'sudop', texts: toSearchTexts(q), nip: toNip(nip), from, to } as const
  return listRegister(context, { item: sudopCase, wanted, paging: query })
}

export const sudopHandlers: HandlersOf<'sudop'> = { 'sudop.cases': cases }
