import type * as z from 'zod'

import knfSections from '@/data/knf-sections.json'
import { knfWarning, type registerOperations, sudopCase, uokikClause, uokikDecision } from '@/lib/contract/registers'
import { foldLine } from '@/lib/domain/fold'
import {
  countBySection,
  countEntries,
  listRegisterEntries,
  type RegisterEntryQuery,
} from '@/lib/service/registers/statements/register-entries'

import { uokikDocument } from '../documents/uokik-document'
import type { Context, Handler } from '../http/context'
import { invalidQuery, toNip, toSearchTexts } from '../http/list-query'
import type { Paging } from '../http/paged-list'
import { readChargedPage } from '../metering/charged-list'
import { numberKey } from './register-entry'

type RegisterListInput<S> = {
  readonly item: S
  readonly selection: Omit<RegisterEntryQuery, 'from' | 'to'>
  readonly query: Paging & { readonly date_from?: string | undefined; readonly date_to?: string | undefined }
}

/** Decision 28f (lists of registers): a page of KNF, UOKiK or SUDOP, newest first, one unit per item. */
async function listRegister<S extends z.ZodType>(
  { db, meter }: Context,
  { item, selection, query }: RegisterListInput<S>,
) {
  const { date_from: from, date_to: to } = query
  const datedSelection = { ...selection, from, to }
  const { rows, total, next_cursor } = await readChargedPage(
    meter,
    {
      read: (page) => listRegisterEntries(db, datedSelection, { before: page.cursor, limit: page.limit }),
      count: () => countEntries(db, datedSelection),
      name: selection.register,
      positionOf: (row) => row.position,
    },
    query,
  )
  return { items: rows.map(({ row }) => item.parse(JSON.parse(row))), total, next_cursor }
}

/** Keys for a text that looks like the number of a decision or a case: letters of the office, then digits. */
const numberKeysOf = (q = ''): string[] =>
  /^[a-z]{2,5}[\s./-]*\d[\d\s./-]*[a-z]{0,4}$/.test(foldLine(q)) ? [numberKey(q)] : []

export const listedRegisterHandlers: { readonly [N in keyof typeof registerOperations]: Handler<N> } = {
  /**
   * Interface section 4.12 (sections of KNF): one unit for any number of sections. Sections without entries are listed
   * too.
   */
  'knf.sections': async (_input, { db, meter }) => {
    await meter.charge(1)
    const counts = await countBySection(db)
    return {
      sections: knfSections.map(({ section, legal_basis }) => ({
        section,
        legal_basis,
        count: counts.get(section) ?? 0,
      })),
    }
  },
  'knf.warnings': async ({ query }, context) => {
    const { q, section } = query
    if (section !== undefined && !knfSections.some((entry) => entry.section === section)) {
      throw invalidQuery('section', 'Not a section of the present list')
    }
    return listRegister(context, {
      item: knfWarning,
      selection: { register: 'knf', texts: toSearchTexts(q), section },
      query,
    })
  },
  'uokik.decisions': ({ query }, context) =>
    listRegister(context, {
      item: uokikDecision,
      selection: { register: 'uokik', texts: [...toSearchTexts(query.q), ...numberKeysOf(query.q)] },
      query,
    }),
  'uokik.clauses': ({ query }, context) =>
    listRegister(context, {
      item: uokikClause,
      selection: { register: 'clauses', texts: toSearchTexts(query.q) },
      query,
    }),
  'uokik.document': uokikDocument,
  /** `nip` is the beneficiary's; `q` finds the provider. */
  'sudop.cases': async ({ query }, context) =>
    listRegister(context, {
      item: sudopCase,
      selection: { register: 'sudop', texts: toSearchTexts(query.q), nip: toNip(query.nip) },
      query,
    }),
}
