import * as z from 'zod'

import { operationsFor } from '@/lib/contract/operation'
import { type PanelOperation, panelDefaults } from '@/lib/contract/panel-operation'
import { count, fileOf, instant, month, uuid } from '@/lib/contract/values'

import { vatPercents } from './domain/vat'

const forMoney = operationsFor(panelDefaults, ['owner', 'finance'])

/** The VAT rate with which statements show VAT and gross amounts in addition to net ones; null: net only. */
const vatPercent = z.literal(vatPercents).nullable()

export const packFileKind = z.enum(['pdf', 'zip'])

export const periodPack = z.object({
  id: uuid,
  /** `preliminary`: created before the period ended. */
  kind: z.enum(['closed', 'preliminary']),
  period_start: instant,
  period_end: instant,
  frozen_at: instant,
  overage_grosz: count.nullable(),
  /** Number of the service's numbers that contradict each other; 0 if all agree. */
  mismatches: count,
  /** SHA-256 of the frozen JSON, hex; also printed in the PDF. */
  sha256: z.string(),
  files: z.array(z.object({ kind: packFileKind, name: z.string(), bytes: count, sha256: z.string() })),
})
export type PeriodPack = z.infer<typeof periodPack>

export const packOperations = {
  'packs.list': {
    ...forMoney.get,
    path: '/panel/packs',
    summary: 'Closed billing periods as they were frozen, newest first',
    /** `signing_key`: Ed25519 public key, base64 of its SPKI; it verifies the signatures of pack manifests. */
    response: z.object({ items: z.array(periodPack), vat_percent: vatPercent, signing_key: z.string() }),
  },
  'packs.create': {
    ...forMoney.post,
    path: '/panel/packs',
    summary: 'Create the pack of a closed month that has none; without a month a preliminary one of the current period',
    status: 201,
    body: z.object({ month: month.optional() }),
    response: periodPack,
  },
  'packs.setVat': {
    ...forMoney.put,
    path: '/panel/packs/settings',
    withoutProof: 'How statements are printed.',
    summary: 'Whether statements show VAT and gross amounts next to the net ones, and at which rate',
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
