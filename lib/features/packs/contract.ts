import * as z from 'zod'

import { rowsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelRow } from '@/lib/contract/panel-operation'
import { count, fileOf, instant, month, uuid } from '@/lib/contract/values'

import { vatPercents } from './domain/vat'

const forMoney = rowsFor(panelRow, ['owner', 'finance'])

/** The rate at which statements show VAT and gross amounts beside the net ones; null: net alone. */
const vatPercent = z.literal(vatPercents).nullable()

export const packFileKind = z.enum(['pdf', 'zip'])

export const periodPack = z.object({
  id: uuid,
  /** `preliminary`: made while the period ran. */
  kind: z.enum(['closed', 'preliminary']),
  period_start: instant,
  period_end: instant,
  frozen_at: instant,
  overage_grosz: count.nullable(),
  /** Numbers of the service that do not agree with one another; 0 when all do. */
  mismatches: count,
  /** SHA-256 in hex of the frozen JSON, which the PDF repeats. */
  sha256: z.string(),
  files: z.array(z.object({ kind: packFileKind, name: z.string(), bytes: count, sha256: z.string() })),
})
export type PeriodPack = z.infer<typeof periodPack>

export const packOperations = {
  'packs.list': {
    ...forMoney.get,
    path: '/panel/packs',
    summary: 'Closed billing periods as they were frozen, newest first',
    /** `signing_key`: of Ed25519, base64 of its SPKI; manifests of packs are signed with it. */
    response: z.object({ items: z.array(periodPack), vat_percent: vatPercent, signing_key: z.string() }),
  },
  'packs.create': {
    ...forMoney.post,
    path: '/panel/packs',
    summary: 'Make a pack of a closed month that has none; without a month a preliminary one of the period that runs',
    status: 201,
    body: z.object({ month: month.optional() }),
    response: periodPack,
  },
  'packs.setVat': {
    ...forMoney.put,
    path: '/panel/packs/settings',
    withoutProof: 'How statements are printed.',
    summary: 'Whether statements show VAT and gross amounts beside the net ones, and at which rate',
    body: z.object({ vat_percent: vatPercent }),
    response: z.object({ vat_percent: vatPercent }),
  },
  'packs.download': {
    ...forMoney.get,
    path: '/panel/packs/{id}/{file}',
    summary: 'One file of a pack, the same bytes at any time',
    ...fileOf('application/pdf', 'application/zip'),
    params: z.object({ id: uuid, file: packFileKind }),
  },
} as const satisfies Record<string, PanelOperation>
