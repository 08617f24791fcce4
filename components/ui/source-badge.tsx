import { Badge, type Tone } from './badge'

interface SourceLook {
  readonly label: string
  readonly tone: Tone
}

/** Proper names of the registers; they are the same in both languages. */
const sources = {
  krz: { label: 'KRZ', tone: 'info' },
  msig: { label: 'MSiG', tone: 'accent' },
  krs: { label: 'KRS', tone: 'neutral' },
  crbr: { label: 'CRBR', tone: 'neutral' },
  bzp: { label: 'BZP', tone: 'accent' },
  knf: { label: 'KNF', tone: 'warn' },
  uokik: { label: 'UOKiK', tone: 'warn' },
  sudop: { label: 'SUDOP', tone: 'info' },
  wpv: { label: 'VAT', tone: 'neutral' },
} as const satisfies Readonly<Record<string, SourceLook>>
export type KnownSource = keyof typeof sources

export const knownSources: readonly string[] = Object.keys(sources)

export const isKnownSource = (source: string): source is KnownSource => Object.hasOwn(sources, source)

/** A source that we do not know is shown as it came. */
export const sourceLook = (source: string): SourceLook =>
  isKnownSource(source) ? sources[source] : { label: source, tone: 'neutral' }

/** Where an event comes from. */
export function SourceBadge({ source }: { readonly source: string }) {
  const { label, tone } = sourceLook(source)
  return <Badge tone={tone}>{label}</Badge>
}
