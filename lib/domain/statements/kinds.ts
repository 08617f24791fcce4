/** Kinds of filed documents by their code in the repository, with its names for them. */
export const RDF_KIND_NAMES = {
  3: 'Uchwała o zatwierdzeniu sprawozdania finansowego',
  4: 'Uchwała o podziale zysku lub pokryciu straty',
  18: 'Roczne sprawozdanie finansowe',
  19: 'Sprawozdanie z działalności',
  20: 'Sprawozdanie z badania',
} as const
export type RdfKind = keyof typeof RDF_KIND_NAMES
export const rdfKinds = [18, 3, 4, 19, 20] as const satisfies readonly RdfKind[]

/** Kind 18: documents with figures, and the content of the archive. */
export const ANNUAL_STATEMENT_KIND = 18

/**
 * A kind with a translation: it has a known code and that code's usual name, unlike, for example, a consolidated
 * statement.
 */
export const knownKind = (code: number | null | undefined, name: string | null | undefined): RdfKind | undefined =>
  rdfKinds.find((kind) => kind === code && (name === null || name === undefined || name === RDF_KIND_NAMES[kind]))
