import { addDays, type Day } from '@/lib/domain/calendar'
import type { KrsEntryTable } from '@/lib/storage/registers/tables'

import { dottedDay } from '../../documents/polish-date'
import type { Rng } from '../rng'
import { makeName, pickSex } from './persons'

/** What one notice of the gazette says. */
export type MsigNotice = {
  category: string
  subcategory: string
  title: string
  signature: string | null
  court: string | null
  courtDivision: string | null
  kind: string | null
  text: string
}
/** A company as the gazette names it. */
type Named = {
  readonly name: string
  readonly krs: string
  readonly city: string | null
  readonly legal_form: string | null
}

const COMPANIES_ACT = 'I. Ogłoszenia wymagane przez Kodeks spółek handlowych'
const PLAIN = { signature: null, court: null, courtDivision: null, kind: null }
const KRAKOW = { court: 'Sąd Rejonowy dla Krakowa-Śródmieścia w Krakowie', courtDivision: 'VIII Wydział Gospodarczy' }

const chapterOf = ({ legal_form }: Named): string =>
  legal_form?.includes('AKCYJNA') ? '3. Spółki akcyjne' : '2. Spółki z ograniczoną odpowiedzialnością'

const seat = ({ name, city, krs }: Named): string => `${name}, siedziba: ${city}. KRS ${krs}.`

export const liquidationNotice = (company: Named): MsigNotice => ({
  ...PLAIN,
  category: COMPANIES_ACT,
  subcategory: chapterOf(company),
  title: 'Otwarcie likwidacji i wezwanie wierzycieli',
  text: `${seat(company)} Likwidator zawiadamia o otwarciu likwidacji i wzywa wierzycieli do zgłoszenia wierzytelności w terminie trzech miesięcy od dnia ogłoszenia.`,
})

export const meetingNotice = (company: Named, meetingOn: Day): MsigNotice => ({
  ...PLAIN,
  category: COMPANIES_ACT,
  subcategory: '3. Spółki akcyjne',
  title: 'Zwołanie Nadzwyczajnego Walnego Zgromadzenia',
  text: `${seat(company)} Zarząd zwołuje na dzień ${dottedDay(meetingOn)} r., godz. 11:00, Nadzwyczajne Walne Zgromadzenie. Porządek obrad: wybór przewodniczącego, podjęcie uchwały w sprawie zmiany statutu, zamknięcie obrad.`,
})

export const reductionNotice = (company: Named): MsigNotice => ({
  ...PLAIN,
  category: COMPANIES_ACT,
  subcategory: '2. Spółki z ograniczoną odpowiedzialnością',
  title: 'Obniżenie kapitału zakładowego',
  text: `${seat(company)} Zarząd ogłasza o uchwalonym obniżeniu kapitału zakładowego i wzywa wierzycieli do wniesienia sprzeciwu w terminie trzech miesięcy od dnia ogłoszenia, jeżeli nie zgadzają się na obniżenie.`,
})

/** `stage` is the part of the chapter: a case that is older than KRZ goes on in the gazette. */
export function oldBankruptcyNotice(
  company: Named,
  { number, openedOn, stage, day }: { number: number; openedOn: Day; stage: string; day: Day },
): MsigNotice {
  const signature = `VIII GUp ${number}/${openedOn.slice(2, 4)}`
  return {
    ...KRAKOW,
    category: 'III. Ogłoszenia wymagane przez Prawo upadłościowe',
    subcategory: stage,
    title: 'Obwieszczenie w sprawie prowadzonej poza Krajowym Rejestrem Zadłużonych',
    signature,
    kind: 'GUp',
    text: `Postanowieniem z dnia ${dottedDay(addDays(day, -6))} r. w sprawie ${signature} sędzia-komisarz zarządził obwieszczenie w postępowaniu upadłościowym. Upadły: ${company.name}, siedziba: ${company.city}, KRS ${company.krs}.`,
  }
}

/** A notice about nobody who is in a register. */
export function inheritanceNotice(random: Rng, day: Day): MsigNotice & { entityName: string } {
  const entityName = makeName(random, pickSex(random))
  const signature = `I Ns ${random.int(9001, 99_999)}/${day.slice(2, 4)}`
  return {
    category: 'V. Ogłoszenia wymagane przez Kodeks postępowania cywilnego',
    subcategory: '1. Stwierdzenie nabycia spadku',
    title: 'Wezwanie spadkobierców',
    entityName,
    signature,
    court: 'Sąd Rejonowy w Kielcach',
    courtDivision: 'I Wydział Cywilny',
    kind: 'Ns',
    text: `Przed Sądem Rejonowym w Kielcach, I Wydziałem Cywilnym, toczy się pod sygnaturą ${signature} postępowanie o stwierdzenie nabycia spadku. Spadkodawca: ${entityName}. Sąd wzywa spadkobierców, aby w terminie trzech miesięcy od dnia ogłoszenia zgłosili i udowodnili nabycie spadku.`,
  }
}

export const statementNotice = (company: Named, year: number): MsigNotice => ({
  ...PLAIN,
  category: 'X. Ogłoszenia wymagane przez ustawę o rachunkowości',
  subcategory: '1. Sprawozdania finansowe',
  title: 'Sprawozdanie finansowe',
  text: `${seat(company)} Sprawozdanie finansowe za rok ${year} wraz ze sprawozdaniem z badania.`,
})

/** One entry of KRS as the gazette prints it. */
export function entryNotice(
  { name, krs, registered_on }: Named & { readonly registered_on: Day },
  entry: KrsEntryTable,
  random: Rng,
): MsigNotice {
  const signature = `WA.XII NS-REJ.KRS/${random.int(90_001, 99_999)}/${entry.entered_on.slice(2, 4)}/${random.int(101, 989)}`
  const values = [
    ...(entry.old_value === null ? [] : [`wykreślić: ${entry.old_value}`]),
    ...(entry.new_value === null ? [] : [`wpisać: ${entry.new_value}`]),
  ]
  return {
    category: 'XV. Wpisy do Krajowego Rejestru Sądowego',
    subcategory: '2. Kolejne wpisy',
    title: 'Kolejny wpis do Krajowego Rejestru Sądowego',
    signature,
    court: 'Sąd Rejonowy dla m.st. Warszawy w Warszawie',
    courtDivision: 'XII Wydział Gospodarczy Krajowego Rejestru Sądowego',
    kind: 'NS-REJ.KRS',
    text: `${name}. KRS ${krs}. Wpis do rejestru: ${dottedDay(registered_on)}. [${signature}] W dniu ${dottedDay(entry.entered_on)} dokonano wpisu do rejestru KRS nr ${entry.number} następującej treści: ${entry.section}: ${values.join('; ')}.`,
  }
}
