import type { Tone } from '@/components/ui/badge'

const statuses = { Czynny: 'active', Zwolniony: 'exempt', Niezarejestrowany: 'unregistered' } as const
type VatStatus = (typeof statuses)[keyof typeof statuses]
const tones: Readonly<Record<VatStatus, Tone>> = { active: 'accent', exempt: 'warn', unregistered: 'danger' }

const isStatus = (status: string): status is keyof typeof statuses => Object.hasOwn(statuses, status)

/** The kind of a status of the list, a key of `companies.whiteList.statuses`; undefined if it is unknown. */
export function readVatStatus(status: string): { readonly kind: VatStatus | undefined; readonly tone: Tone } {
  const kind = isStatus(status) ? statuses[status] : undefined
  return { kind, tone: kind === undefined ? 'neutral' : tones[kind] }
}
