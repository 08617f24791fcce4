import type { PdfFact } from '@/lib/pdf/blocks'

export const SAMPLE_NOTICE =
  'Dane przykładowe (syntetyczne). Ten dokument nie jest odpisem urzędowym i nie ma mocy prawnej.'

export type PdfBlock =
  /** A main part, such as a Dział. */
  | { readonly kind: 'part'; readonly title: string }
  /** A section within a part, such as a Rubryka. */
  | { readonly kind: 'section'; readonly title: string }
  | { readonly kind: 'fields'; readonly fields: readonly PdfFact[] }
  | { readonly kind: 'text'; readonly text: string }

/** What a file says, without how it looks. */
export type PdfContent = {
  /** Small line over the title: which register. */
  readonly register: string
  readonly title: string
  readonly subject: string
  /** Short facts under the subject, in a frame. */
  readonly facts: readonly PdfFact[]
  readonly blocks: readonly PdfBlock[]
  readonly issuedAt: Date
}
