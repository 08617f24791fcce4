import type { Tone } from '@/components/ui/badge'
import type { Answer } from '@/lib/client/client'
import { identifierTypes, maskIdentifier, maskPesels } from '@/lib/domain/identifiers'

export type MonitorEvent = Answer<'monitorEvents.list'>['items'][number]

type SourceLook = { readonly label: string; readonly tone: Tone }

/** Proper names of the registers; they are the same in both languages. */
const sources: Readonly<Record<string, SourceLook>> = {
  krz: { label: 'KRZ', tone: 'info' },
  msig: { label: 'MSiG', tone: 'accent' },
  krs: { label: 'KRS', tone: 'neutral' },
  crbr: { label: 'CRBR', tone: 'neutral' },
  bzp: { label: 'BZP', tone: 'accent' },
  knf: { label: 'KNF', tone: 'warn' },
  uokik: { label: 'UOKiK', tone: 'warn' },
  sudop: { label: 'SUDOP', tone: 'info' },
  wpv: { label: 'VAT', tone: 'neutral' },
}

/** A source that we do not know is shown as it came. */
export const sourceLook = (source: string): SourceLook => sources[source] ?? { label: source, tone: 'neutral' }

export type IdentifierKind = (typeof identifierTypes)[number] | 'regon' | 'other'

const isKnown = (type: string): type is Exclude<IdentifierKind, 'other'> =>
  type === 'regon' || identifierTypes.some((known) => known === type)

/** The event's identifier without anything personal: a PESEL is masked for everyone on this page. */
export function identifierOf(event: MonitorEvent): { kind: IdentifierKind; type: string; value: string } | undefined {
  const { identifier_type: type, identifier_value: value } = event
  if (!type || !value) return undefined
  return isKnown(type)
    ? { kind: type, type, value: maskIdentifier(type, value) }
    : { kind: 'other', type, value: maskPesels(value) }
}

/** Free text of the register, with every PESEL in it masked. */
export const shownText = (text: string | null | undefined): string | undefined => (text ? maskPesels(text) : undefined)
