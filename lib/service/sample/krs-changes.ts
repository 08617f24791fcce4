import { addDays, type Day } from '@/lib/domain/calendar'
import { caseOf } from '@/lib/service/sample/case-timeline'
import { makeName, pickSex } from '@/lib/service/sample/persons'
import { dotted } from '@/lib/service/sample/polish-date'
import type { Rng } from '@/lib/service/sample/rng'
import type { Subject } from '@/lib/service/sample/subjects'

/** What one entry of the court register changed. `title` is what a person reads in a list. */
export type KrsChange = {
  title: string
  section: string
  field: string
  old_value: string | null
  new_value: string | null
}
export type KrsChangeMaker = (random: Rng, subject: Subject, day: Day) => KrsChange

const pln = (amount: number): string => `${amount},00 PLN`

/** The open register masks names of persons: first letters stay. */
function maskedName(random: Rng): string {
  const words = makeName(random, pickSex(random)).split(' ')
  return words.map((word) => word.slice(0, 1) + '*'.repeat(word.length - 1)).join(' ')
}

const address: KrsChangeMaker = (random, subject) => ({
  title: 'Zmiana adresu siedziby',
  section: 'Dział 1, rubryka 2: Siedziba i adres podmiotu',
  field: 'adres.ulica',
  old_value: subject.street,
  new_value: `${random.pick(['Nowa', 'Handlowa', 'Składowa', 'Parkowa', 'Okrężna'])} ${random.int(1, 120)}`,
})

const name: KrsChangeMaker = (_random, subject) => ({
  title: 'Zmiana nazwy',
  section: 'Dział 1, rubryka 1: Dane podmiotu',
  field: 'nazwa',
  old_value: subject.name,
  // The name of a foundation or an association does not end with its legal form.
  new_value: subject.name.includes(` ${subject.legal_form}`)
    ? subject.name.replace(` ${subject.legal_form}`, ` PLUS ${subject.legal_form}`)
    : `${subject.name} PLUS`,
})

const capital: KrsChangeMaker = (random, subject) => ({
  title: 'Zmiana kapitału zakładowego',
  section: 'Dział 1, rubryka 8: Kapitał spółki',
  field: 'wysokoscKapitaluZakladowego',
  old_value: pln(subject.share_capital ?? 0),
  new_value: pln((subject.share_capital ?? 0) + random.pick([5000, 10_000, 45_000, 95_000, 150_000])),
})

const board: KrsChangeMaker = (random) => ({
  title: 'Zmiana w składzie organu reprezentacji',
  section: 'Dział 2, rubryka 1: Organ uprawniony do reprezentacji podmiotu',
  field: 'sklad',
  old_value: `PREZES ZARZĄDU: ${maskedName(random)}`,
  new_value: `PREZES ZARZĄDU: ${maskedName(random)}`,
})

const proxy: KrsChangeMaker = (random) => ({
  title: 'Wpis prokurenta',
  section: 'Dział 2, rubryka 3: Prokurenci',
  field: 'prokurenci',
  old_value: null,
  new_value: `PROKURA SAMOISTNA: ${maskedName(random)}`,
})

const activity: KrsChangeMaker = (random) => ({
  title: 'Zmiana przedmiotu działalności',
  section: 'Dział 3, rubryka 1: Przedmiot działalności',
  field: 'przedmiotPrzewazajacejDzialalnosci',
  old_value: random.pick(['46.90.Z', '47.11.Z', '41.20.Z']),
  new_value: random.pick(['62.10.B', '49.41.Z', '43.21.Z', '70.20.Z']),
})

const statement: KrsChangeMaker = (random, _subject, day) => {
  const year = Number(day.slice(0, 4)) - 1
  const filed = dotted(addDays(day, -random.int(2, 12)))
  return {
    title: 'Wzmianka o złożeniu sprawozdania finansowego',
    section: 'Dział 3, rubryka 2: Wzmianki o złożonych dokumentach',
    field: 'wzmiankaOZlozeniuRocznegoSprawozdaniaFinansowego',
    old_value: null,
    new_value: `Roczne sprawozdanie finansowe za okres od 01.01.${year} do 31.12.${year}, złożono ${filed}`,
  }
}

const liquidation: KrsChangeMaker = (random, _subject, day) => ({
  title: 'Otwarcie likwidacji',
  section: 'Dział 6, rubryka 1: Likwidacja',
  field: 'otwarcieLikwidacji',
  old_value: null,
  new_value: `Uchwała zgromadzenia wspólników z dnia ${dotted(addDays(day, -random.int(8, 40)))} r.`,
})

const nameInLiquidation: KrsChangeMaker = (_random, subject) => ({
  title: 'Zmiana nazwy w związku z likwidacją',
  section: 'Dział 1, rubryka 1: Dane podmiotu',
  field: 'nazwa',
  old_value: subject.name,
  new_value: `${subject.name} W LIKWIDACJI`,
})

const proceedings =
  (title: string, section: string, field: string): KrsChangeMaker =>
  (_random, subject, day) => {
    const { number, openedOn } = caseOf(subject.krs, day)
    const value = `Postanowienie sądu z dnia ${dotted(addDays(openedOn, 5))} r., sprawa nr ${number}/${openedOn.slice(0, 4)}`
    return { title, section, field, old_value: null, new_value: value }
  }

const removal: KrsChangeMaker = () => ({
  title: 'Wykreślenie z Krajowego Rejestru Sądowego',
  section: 'Wpis',
  field: 'opis',
  old_value: null,
  new_value: 'WYKREŚLENIE Z KRAJOWEGO REJESTRU SĄDOWEGO',
})

const ordinary = [
  [statement, 34],
  [board, 22],
  [address, 16],
  [activity, 12],
  [proxy, 8],
  [name, 4],
] as const
const withCapital = [...ordinary, [capital, 10]] as const

const bankruptcy = proceedings(
  'Wpis o ogłoszeniu upadłości',
  'Dział 6, rubryka 5: Postępowanie upadłościowe',
  'ogloszenieUpadlosci',
)
const restructuring = proceedings(
  'Wpis o postępowaniu restrukturyzacyjnym',
  'Dział 6, rubryka 6: Postępowanie restrukturyzacyjne',
  'otwarciePostepowaniaRestrukturyzacyjnego',
)

/** What may be entered about a subject follows from its status. */
export function pickChange(random: Rng, subject: Subject): KrsChangeMaker {
  switch (subject.status) {
    case 'liquidation':
      return random.pick([liquidation, nameInLiquidation])
    case 'bankruptcy':
      return bankruptcy
    case 'restructuring':
      return restructuring
    case 'deregistered':
      return removal
    case 'active':
      return random.weighted(subject.share_capital === null ? ordinary : withCapital)
  }
}
