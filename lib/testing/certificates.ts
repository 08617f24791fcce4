import type { Cells, CertificateContent, CertificateTable } from '@/lib/features/certificates/content'

type WholeTable = Omit<CertificateTable, 'rows'> & { readonly rows: readonly Cells[] }
type TableName = 'periods' | 'versions' | 'events' | 'changes'

/** The content of a certificate with all rows generated. */
export type WholeContent = Omit<CertificateContent, TableName> & {
  readonly [name in TableName]: WholeTable | Extract<CertificateContent[name], undefined>
}

const wholeTable = (table: CertificateTable): WholeTable => ({ ...table, rows: [...table.rows] })

export const wholeOf = (content: CertificateContent): WholeContent => ({
  ...content,
  periods: content.periods && wholeTable(content.periods),
  versions: content.versions && wholeTable(content.versions),
  events: wholeTable(content.events),
  changes: wholeTable(content.changes),
})
