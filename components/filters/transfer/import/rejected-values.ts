import type { FileTable } from '@/lib/domain/files/file-table'
import { lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import type { ImportEntry } from './import-entries'
import type { JudgedValue } from './judge-values'

interface Rejected {
  readonly name: string
  readonly value: JudgedValue
}

function* rejectedOf(entries: readonly ImportEntry[]): Generator<Rejected> {
  for (const { name, judged } of entries)
    for (const value of judged.values) if (value.verdict === 'invalid') yield { name, value }
}

/** What is left out, as it stands in the file, to be put right and read again. */
export function rejectedTable(entries: readonly ImportEntry[], toReason: (value: JudgedValue) => string): FileTable {
  const columns: readonly ValuedColumn<Rejected>[] = [
    { name: 'filter', kind: 'text', width: 30, value: ({ name }) => name },
    { name: 'list', kind: 'text', width: 16, value: ({ value }) => value.listWord },
    {
      name: 'value',
      kind: 'text',
      width: 40,
      value: ({ value: { written } }) => readSealed(written)?.shown ?? written,
    },
    { name: 'reason', kind: 'text', width: 60, value: ({ value }) => toReason(value) },
    { name: 'line', kind: 'number', width: 8, value: ({ value }) => value.line },
  ]
  return lazyTable('Pominięte', columns, rejectedOf(entries))
}
