/** Maps field names of KRS to keys of `krs-fields`. */
const FIELD_KEYS = {
  nazwa: 'name',
  formaPrawna: 'legalForm',
  'adres.ulica': 'street',
  'adres.miejscowosc': 'city',
  'adres.kodPocztowy': 'postcode',
  'siedziba.miejscowosc': 'seat',
  wysokoscKapitaluZakladowego: 'capital',
  sklad: 'board',
  prokurenci: 'proxy',
  wspolnicySpzoo: 'shareholders',
  przedmiotPrzewazajacejDzialalnosci: 'activity',
  wzmiankaOZlozeniuRocznegoSprawozdaniaFinansowego: 'statement',
  otwarcieLikwidacji: 'liquidation',
  uchylenieLikwidacji: 'liquidationEnded',
  ogloszenieUpadlosci: 'bankruptcy',
  otwarciePostepowaniaRestrukturyzacyjnego: 'restructuring',
  zakonczeniePostepowaniaRestrukturyzacyjnego: 'restructuringEnded',
  opis: 'removal',
} as const
type KrsFieldKey = (typeof FIELD_KEYS)[keyof typeof FIELD_KEYS]

const isKnown = (field: string): field is keyof typeof FIELD_KEYS => Object.hasOwn(FIELD_KEYS, field)

/** Undefined for an unknown field, whose name is shown unchanged. */
export const krsFieldKey = (field: string): KrsFieldKey | undefined => (isKnown(field) ? FIELD_KEYS[field] : undefined)
