import type { RelationTable } from '@/lib/service/registers/tables'

/** Field names in rows of KRS changes (decision 31, report rows), by what they change. */
export const KRS_FIELDS = {
  name: 'nazwa',
  street: 'adres.ulica',
  capital: 'wysokoscKapitaluZakladowego',
  board: 'sklad',
  proxy: 'prokurenci',
  shareholders: 'wspolnicySpzoo',
  activity: 'przedmiotPrzewazajacejDzialalnosci',
  statement: 'wzmiankaOZlozeniuRocznegoSprawozdaniaFinansowego',
  liquidation: 'otwarcieLikwidacji',
  liquidationEnded: 'uchylenieLikwidacji',
  bankruptcy: 'ogloszenieUpadlosci',
  restructuring: 'otwarciePostepowaniaRestrukturyzacyjnego',
  restructuringEnded: 'zakonczeniePostepowaniaRestrukturyzacyjnego',
  removal: 'opis',
} as const

/** The fields whose entries add or remove a role. */
export const FIELDS_OF_ROLE: Readonly<Record<RelationTable['role'], readonly string[]>> = {
  board: [KRS_FIELDS.board],
  liquidator: [KRS_FIELDS.board],
  supervisory_board: [KRS_FIELDS.board],
  proxy: [KRS_FIELDS.proxy],
  shareholder: [KRS_FIELDS.shareholders, KRS_FIELDS.capital],
  beneficial_owner: [],
}
