import type { FileColumn } from './file-table'

export const dayColumns = [
  { name: 'data', kind: 'day', width: 12 },
  { name: 'zapytania', kind: 'number', width: 16 },
  { name: 'rdf', kind: 'number', width: 16 },
  { name: 'pdf', kind: 'number', width: 16 },
  { name: 'biala_lista', kind: 'number', width: 16 },
  { name: 'nadwyzka_jednostki', kind: 'number', width: 20 },
  { name: 'nadwyzka_grosze', kind: 'number', width: 20 },
  { name: 'nadwyzka_pln', kind: 'hundredths', width: 20 },
  { name: 'zapytania_w_planie', kind: 'number', width: 20 },
] as const satisfies readonly FileColumn[]

export const endpointColumns = [
  { name: 'miesiac', kind: 'month', width: 12 },
  { name: 'endpoint', kind: 'text', width: 36 },
  { name: 'pula', kind: 'text', width: 12 },
  { name: 'wywolania', kind: 'number', width: 14 },
  { name: 'jednostki', kind: 'number', width: 14 },
  { name: 'udzial_w_puli_procent', kind: 'hundredths', width: 22 },
] as const satisfies readonly FileColumn[]
