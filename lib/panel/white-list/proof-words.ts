import type { WhiteListRow, WhiteListRunState } from '@/lib/contract/panel/registers/white-list-runs'
import type { Locale } from '@/lib/domain/format/locales'
import { countText } from '@/lib/domain/format/plural'
import type { WhiteListStatus } from '@/lib/domain/white-list/groups'

type Words = {
  readonly file: string
  readonly title: string
  readonly pasted: string
  readonly facts: Readonly<
    Record<'account' | 'list' | 'run' | 'startedBy' | 'started' | 'finished' | 'rows' | 'answers' | 'units', string>
  >
  readonly notFinished: string
  readonly states: Readonly<Record<WhiteListRunState, string>>
  readonly rowsOf: (rows: number, numbers: number) => string
  readonly answersOf: (answered: string, others: string) => string
  readonly unsaid: (numbers: string) => string
  readonly partial: (answered: string, numbers: number) => string
  readonly columns: readonly [string, string, string, string, string]
  readonly line: string
  readonly statuses: Readonly<Record<WhiteListStatus, string>>
  readonly removed: (day: string) => string
  readonly noAccount: string
  readonly verdicts: Readonly<Record<NonNullable<WhiteListRow['verdict']>, string>>
  readonly noVerdict: string
  readonly asked: (day: string) => string
  readonly answered: (at: string) => string
  readonly otherDay: string
  readonly waiting: string
  readonly unsure: string
  readonly faults: Readonly<Record<NonNullable<WhiteListRow['fault']>, string>>
  readonly requestId: string
  readonly limits: { readonly title: string; readonly items: readonly string[] }
  readonly footer: (run: string) => string
}

const polishRows = { one: 'wiersz', few: 'wiersze', many: 'wierszy', other: 'wiersza' }
const polishNumbers = { one: 'numer', few: 'różne numery', many: 'różnych numerów', other: 'różnego numeru' }
/** After "z". */
const ofNumbers = { one: 'numeru', other: 'numerów' }

const polish: Words = {
  file: 'biala-lista',
  title: 'Zapis sprawdzenia na białej liście podatników VAT',
  pasted: 'lista wklejona',
  facts: {
    account: 'Konto',
    list: 'Lista',
    run: 'Numer sprawdzenia',
    startedBy: 'Zlecił(a)',
    started: 'Zlecono',
    finished: 'Zakończono',
    rows: 'Wiersze i numery',
    answers: 'Odpowiedzi',
    units: 'Pobrane sprawdzenia',
  },
  notFinished: 'nie zakończono',
  states: {
    running: 'w toku',
    waiting: 'czeka',
    paused: 'wstrzymane',
    cancelled: 'anulowane',
    done: 'zakończone',
  },
  rowsOf: (rows, numbers) => `${countText('pl', polishRows, rows)}, ${countText('pl', polishNumbers, numbers)}`,
  answersOf: (answered, others) => `${answered}, bez odpowiedzi ${others}`,
  unsaid: (numbers) => `usługa nie podała opłaty za ${numbers}`,
  partial: (answered, numbers) =>
    `Sprawdzenie niepełne: odpowiedź jest dla ${answered} z ${countText('pl', ofNumbers, numbers)}. O pozostałych ten zapis niczego nie mówi.`,
  columns: ['Numer', 'Podmiot i status', 'Rachunek', 'Dzień i czas odpowiedzi', 'Numer zapytania i SHA-256 odpowiedzi'],
  line: 'wiersz',
  statuses: {
    active: 'podatnik VAT czynny',
    exempt: 'podatnik VAT zwolniony',
    unregistered: 'niezarejestrowany',
    not_found: 'nie ma na białej liście',
  },
  removed: (day) => `wykreślony ${day}`,
  noAccount: 'nie podano',
  verdicts: {
    listed: 'TAK: jest na liście',
    not_listed: 'NIE: nie ma na liście',
    cannot_tell: 'nie można stwierdzić',
  },
  noVerdict: 'nie sprawdzono',
  asked: (day) => `zlecenie: ${day}`,
  answered: (at) => `stan z: ${at}`,
  otherDay: 'inny dzień niż zlecenie',
  waiting: 'nie zapytano',
  unsure: 'odpowiedź zginęła',
  faults: {
    refused: 'usługa odrzuciła numer',
    missing: 'usługa nie podała wyniku',
    unreadable: 'wyniku nie dało się odczytać',
  },
  requestId: 'zapytanie',
  limits: {
    title: 'Co ten dokument potwierdza, a czego nie',
    items: [
      'Potwierdza, jakie odpowiedzi konto otrzymało z usługi danych rejestrowych, kiedy i pod jakim numerem zapytania. SHA-256 liczony jest z odpowiedzi przechowanej w panelu (numery PESEL są w niej zasłonięte).',
      'Nie jest potwierdzeniem Ministerstwa Finansów ani Szefa KAS.',
      'Usługa odpowiada według stanu na chwilę zapytania. Dzień zlecenia podała osoba, która przygotowała listę; gdy różni się od dnia odpowiedzi, dokument nie mówi, jaki był stan w dniu zlecenia.',
      'Rachunek porównano z numerami, które lista podała dla podmiotu. „Nie można stwierdzić” znaczy, że podmiot ma rachunki wirtualne, których numerów lista nie wymienia, albo lista rachunków nie przyszła.',
      'Czas jest czasem warszawskim.',
    ],
  },
  footer: (run) => `Panel Rejestrów, sprawdzenie ${run}. Dokument nie jest potwierdzeniem Ministerstwa Finansów.`,
}

const english: Words = {
  file: 'white-list',
  title: 'Record of a check against the VAT white list',
  pasted: 'pasted list',
  facts: {
    account: 'Account',
    list: 'List',
    run: 'Check number',
    startedBy: 'Started by',
    started: 'Started',
    finished: 'Finished',
    rows: 'Rows and numbers',
    answers: 'Answers',
    units: 'Checks charged',
  },
  notFinished: 'not finished',
  states: {
    running: 'in progress',
    waiting: 'waiting',
    paused: 'paused',
    cancelled: 'cancelled',
    done: 'finished',
  },
  rowsOf: (rows, numbers) =>
    `${countText('en', { one: 'row', other: 'rows' }, rows)}, ${countText('en', { one: 'number', other: 'different numbers' }, numbers)}`,
  answersOf: (answered, others) => `${answered}, without an answer ${others}`,
  unsaid: (numbers) => `the service did not say the charge for ${numbers}`,
  partial: (answered, numbers) =>
    `Incomplete check: there is an answer for ${answered} of ${countText('en', { one: 'number', other: 'numbers' }, numbers)}. Of the others this record says nothing.`,
  columns: [
    'Number',
    'Company and status',
    'Account',
    'Day and time of answer',
    'Request id and SHA-256 of the answer',
  ],
  line: 'row',
  statuses: {
    active: 'active VAT payer',
    exempt: 'exempt VAT payer',
    unregistered: 'not registered',
    not_found: 'not on the white list',
  },
  removed: (day) => `removed ${day}`,
  noAccount: 'none given',
  verdicts: {
    listed: 'YES: on the list',
    not_listed: 'NO: not on the list',
    cannot_tell: 'cannot be told',
  },
  noVerdict: 'not checked',
  asked: (day) => `order: ${day}`,
  answered: (at) => `as of: ${at}`,
  otherDay: 'another day than the order',
  waiting: 'not asked',
  unsure: 'the answer was lost',
  faults: {
    refused: 'the service refused the number',
    missing: 'the service gave no result',
    unreadable: 'the result could not be read',
  },
  requestId: 'request',
  limits: {
    title: 'What this document confirms, and what it does not',
    items: [
      'It confirms which answers the account got from the register data service, when and under which request id. SHA-256 is of the answer as the panel keeps it (PESEL numbers in it are masked).',
      'It is not a confirmation of the Ministry of Finance or of the Head of the National Revenue Administration.',
      'The service answers for the time of the question. The day of the order was given by whoever made the list; where it is not the day of the answer, the document does not say what held on the day of the order.',
      'The account was compared with the numbers that the list gave for the company. “Cannot be told” means that the company has virtual accounts, whose numbers the list does not name, or that the list of accounts did not come.',
      'Times are on the clock of Warsaw.',
    ],
  },
  footer: (run) => `Registers Panel, check ${run}. This document is not a confirmation of the Ministry of Finance.`,
}

export const proofWords: Readonly<Record<Locale, Words>> = { pl: polish, en: english }
export type ProofWords = Words
