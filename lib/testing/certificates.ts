import type { Cells, CertificateContent, Table } from '@/lib/panel/certificate/content'

type WholeTable = Omit<Table, 'rows'> & { readonly rows: readonly Cells[] }
type TableName = 'periods' | 'versions' | 'events' | 'changes'

/** A certificate with every row made. */
export type WholeContent = Omit<CertificateContent, TableName> & {
  readonly [name in TableName]: WholeTable | Extract<CertificateContent[name], undefined>
}

const wholeTable = (table: Table): WholeTable => ({ ...table, rows: [...table.rows] })

export const wholeOf = (content: CertificateContent): WholeContent => ({
  ...content,
  periods: content.periods && wholeTable(content.periods),
  versions: content.versions && wholeTable(content.versions),
  events: wholeTable(content.events),
  changes: wholeTable(content.changes),
})
