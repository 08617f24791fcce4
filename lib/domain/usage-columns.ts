/**
 * The columns of the files that usage is saved as. They do not follow the language of the reader: whatever takes them in
 * finds the same ones every month, whoever saved the file.
 */
export const dayColumns = [
  'data',
  'zapytania',
  'rdf',
  'pdf',
  'biala_lista',
  'nadwyzka_jednostki',
  'nadwyzka_grosze',
  'nadwyzka_pln',
  'zapytania_w_planie',
] as const
export const endpointColumns = [
  'miesiac',
  'endpoint',
  'pula',
  'wywolania',
  'jednostki',
  'udzial_w_puli_procent',
] as const
