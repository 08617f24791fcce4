import { RDF_KIND_NAMES, type RdfKind } from '@/lib/domain/statements/kinds'

type Kind = {
  readonly name: string
  /** First part of the file name. */
  readonly file: string
  readonly extension: 'xml' | 'pdf'
}

export const RDF_KINDS = {
  3: { name: RDF_KIND_NAMES[3], file: 'uchwala-zatwierdzenie', extension: 'pdf' },
  4: { name: RDF_KIND_NAMES[4], file: 'uchwala-wynik', extension: 'pdf' },
  18: { name: RDF_KIND_NAMES[18], file: 'sprawozdanie-finansowe', extension: 'xml' },
  19: { name: RDF_KIND_NAMES[19], file: 'sprawozdanie-z-dzialalnosci', extension: 'pdf' },
  20: { name: RDF_KIND_NAMES[20], file: 'sprawozdanie-z-badania', extension: 'pdf' },
} as const satisfies Record<RdfKind, Kind>
