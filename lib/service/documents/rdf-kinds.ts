type Kind = {
  readonly name: string
  /** Beginning of a file's name. */
  readonly file: string
  readonly extension: 'xml' | 'pdf'
}

/** The kinds of filed documents that we know, by the code of the repository. */
export const RDF_KINDS = {
  3: { name: 'Uchwała o zatwierdzeniu sprawozdania finansowego', file: 'uchwala-zatwierdzenie', extension: 'pdf' },
  4: { name: 'Uchwała o podziale zysku lub pokryciu straty', file: 'uchwala-wynik', extension: 'pdf' },
  18: { name: 'Roczne sprawozdanie finansowe', file: 'sprawozdanie-finansowe', extension: 'xml' },
  19: { name: 'Sprawozdanie z działalności', file: 'sprawozdanie-z-dzialalnosci', extension: 'pdf' },
  20: { name: 'Sprawozdanie z badania', file: 'sprawozdanie-z-badania', extension: 'pdf' },
} as const satisfies Record<number, Kind>
export type RdfKind = keyof typeof RDF_KINDS
