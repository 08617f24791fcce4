import { addDays, type Day } from '@/lib/domain/calendar'
import { dottedDay } from '@/lib/service/documents/polish'

import type { Rng } from '../rng'
import { bankruptcyCourtOf, civilSeats, registryCourtOf } from './courts'
import { workingDayUpTo } from './entry-days'
import { makeName, pickSex } from './persons'

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
/** A company in the wording of the gazette. */
type GazetteCompany = {
  readonly name: string
  readonly krs: string
  readonly city: string | null
  readonly province: string | null
  readonly legal_form: string | null
  readonly registered_on: Day
}

const COMPANIES_ACT = 'I. Ogłoszenia wymagane przez Kodeks spółek handlowych'
const LIMITED = '2. Spółki z ograniczoną odpowiedzialnością'
const JOINT_STOCK = '3. Spółki akcyjne'
const PLAIN = { signature: null, court: null, courtDivision: null, kind: null }

/** The beginning of a company's notice in the gazette, with its registry court. */
function openingOf(company: GazetteCompany): string {
  const { name: court, division } = registryCourtOf(company)
  const { name, city, krs, registered_on } = company
  return `${name}, siedziba: ${city}. KRS ${krs}. ${court}, ${division}, wpis do rejestru: ${dottedDay(registered_on)}.`
}

type LiquidationRule = { readonly chapter: string; readonly claims: string }
/** Legal forms whose liquidation must be published, with the time for creditors (art. 279 and 465 of the Code). */
const LIQUIDATION_RULES: Readonly<Record<string, LiquidationRule>> = {
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': {
    chapter: LIMITED,
    claims: 'w terminie trzech miesięcy od dnia ogłoszenia',
  },
  'SPÓŁKA AKCYJNA': {
    chapter: JOINT_STOCK,
    claims: 'w terminie sześciu miesięcy od dnia ostatniego ogłoszenia. Ogłoszenie pierwsze',
  },
}

/** Undefined for legal forms whose liquidation is not published in the gazette. */
export function liquidationNotice(company: GazetteCompany): MsigNotice | undefined {
  const rule = LIQUIDATION_RULES[company.legal_form ?? '']
  if (rule === undefined) return undefined
  return {
    ...PLAIN,
    category: COMPANIES_ACT,
    subcategory: rule.chapter,
    title: 'Otwarcie likwidacji i wezwanie wierzycieli',
    text: `${openingOf(company)} Likwidator zawiadamia o rozwiązaniu spółki i otwarciu likwidacji i wzywa wierzycieli do zgłoszenia wierzytelności ${rule.claims}.`,
  }
}

export const meetingNotice = (company: GazetteCompany, meetingOn: Day): MsigNotice => ({
  ...PLAIN,
  category: COMPANIES_ACT,
  subcategory: JOINT_STOCK,
  title: 'Zwołanie Nadzwyczajnego Walnego Zgromadzenia',
  text: `${openingOf(company)} Zarząd zwołuje na dzień ${dottedDay(meetingOn)} r., godz. 11:00, Nadzwyczajne Walne Zgromadzenie. Porządek obrad: wybór przewodniczącego, podjęcie uchwały w sprawie zmiany statutu, zamknięcie obrad.`,
})

export const reductionNotice = (company: GazetteCompany): MsigNotice => ({
  ...PLAIN,
  category: COMPANIES_ACT,
  subcategory: LIMITED,
  title: 'Obniżenie kapitału zakładowego',
  text: `${openingOf(company)} Zarząd ogłasza o uchwalonym obniżeniu kapitału zakładowego i wzywa wierzycieli do wniesienia sprzeciwu w terminie trzech miesięcy od dnia ogłoszenia, jeżeli nie zgadzają się na obniżenie.`,
})

/** Art. 500 of the Code: a merger is published a month before the resolution. */
export const mergerNotice = (company: GazetteCompany, other: GazetteCompany): MsigNotice => ({
  ...PLAIN,
  category: COMPANIES_ACT,
  subcategory: LIMITED,
  title: 'Plan połączenia spółek',
  text: `${openingOf(company)} Zarząd ogłasza plan połączenia przez przeniesienie całego majątku spółki przejmowanej na spółkę. Spółka przejmowana: ${other.name}, siedziba: ${other.city}, KRS ${other.krs}.`,
})

/** `stage` is the part of the chapter: a case older than KRZ continues in the gazette. */
export function oldBankruptcyNotice(
  company: GazetteCompany,
  { number, openedOn, stage, day }: { number: number; openedOn: Day; stage: string; day: Day },
): MsigNotice {
  const court = bankruptcyCourtOf(company)
  const [division] = court.division.split(' ')
  const signature = `${division} GUp ${number}/${openedOn.slice(2, 4)}`
  return {
    court: court.name,
    courtDivision: court.division,
    category: 'III. Ogłoszenia wymagane przez Prawo upadłościowe',
    subcategory: stage,
    title: 'Obwieszczenie w sprawie prowadzonej poza Krajowym Rejestrem Zadłużonych',
    signature,
    kind: 'GUp',
    text: `Postanowieniem z dnia ${dottedDay(workingDayUpTo(addDays(day, -6)))} r. w sprawie ${signature} sędzia-komisarz zarządził obwieszczenie w postępowaniu upadłościowym. Upadły: ${company.name}, siedziba: ${company.city}, KRS ${company.krs}.`,
  }
}

/** A notice about a person in no register, by the court of the last residence. */
export function inheritanceNotice(random: Rng, day: Day): MsigNotice & { entityName: string } {
  const entityName = makeName(random, pickSex(random))
  const signature = `I Ns ${random.int(9001, 99_999)}/${day.slice(2, 4)}`
  const town = random.pick(civilSeats)
  const court = `Sąd Rejonowy ${town}`
  return {
    category: 'V. Ogłoszenia wymagane przez Kodeks postępowania cywilnego',
    subcategory: '1. Stwierdzenie nabycia spadku',
    title: 'Wezwanie spadkobierców',
    entityName,
    signature,
    court,
    courtDivision: 'I Wydział Cywilny',
    kind: 'Ns',
    text: `Przed sądem: ${court}, I Wydział Cywilny, toczy się pod sygnaturą ${signature} postępowanie o stwierdzenie nabycia spadku. Spadkodawca: ${entityName}, ostatnie miejsce zamieszkania ${town}. Sąd wzywa spadkobierców, aby w terminie trzech miesięcy od dnia ogłoszenia zgłosili i udowodnili nabycie spadku.`,
  }
}

export const statementNotice = (company: GazetteCompany, year: number): MsigNotice => ({
  ...PLAIN,
  category: 'X. Ogłoszenia wymagane przez ustawę o rachunkowości',
  subcategory: '1. Sprawozdania finansowe',
  title: 'Sprawozdanie finansowe',
  text: `${openingOf(company)} Sprawozdanie finansowe za rok ${year} wraz ze sprawozdaniem z badania.`,
})
