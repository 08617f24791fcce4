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

export type PdfContent = {
  /** Small line above the title: the name of the register. */
  readonly register: string
  readonly title: string
  readonly subject: string
  /** Short facts in a frame below the subject. */
  readonly facts: readonly PdfFact[]
  readonly blocks: readonly PdfBlock[]
  readonly issuedAt: Date
}
