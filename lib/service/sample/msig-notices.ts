import { addDays, type Day } from '@/lib/domain/calendar'
import { makeName, pickSex } from '@/lib/service/sample/persons'
import { dotted } from '@/lib/service/sample/polish-date'
import type { Rng } from '@/lib/service/sample/rng'
import { subjectsWith, type Subject } from '@/lib/service/sample/subjects'

/** What one notice of the gazette says. `subject` is null for notices about natural persons. */
export type MsigNotice = {
  category: string
  subcategory: string
  title: string
  subject: Subject | null
  entityName: string
  signature: string | null
  court: string | null
  courtDivision: string | null
  kind: string | null
  text: string
}

const COMPANIES_ACT = 'I. Ogłoszenia wymagane przez Kodeks spółek handlowych'
const PLAIN = { signature: null, court: null, courtDivision: null, kind: null }

const ofCompany = (subject: Subject, notice: Omit<MsigNotice, 'subject' | 'entityName'>): MsigNotice => ({
  ...notice,
  subject,
  entityName: subject.name,
})

const chapterOf = ({ legal_form }: Subject): string =>
  legal_form.includes('AKCYJNA') ? '3. Spółki akcyjne' : '2. Spółki z ograniczoną odpowiedzialnością'

const shareCompanies = subjectsWith('active').filter(({ legal_form }) => legal_form === 'SPÓŁKA AKCYJNA')
const limitedCompanies = subjectsWith('active').filter(({ legal_form }) => legal_form.includes('OGRANICZONĄ'))
const cooperatives = subjectsWith('active').filter(({ legal_form }) => legal_form === 'SPÓŁDZIELNIA')

function liquidation(random: Rng): MsigNotice {
  const subject = random.pick(subjectsWith('liquidation'))
  return ofCompany(subject, {
    ...PLAIN,
    category: COMPANIES_ACT,
    subcategory: chapterOf(subject),
    title: 'Otwarcie likwidacji i wezwanie wierzycieli',
    text: `${subject.name} w likwidacji, siedziba: ${subject.city}. KRS ${subject.krs}. Likwidator zawiadamia o otwarciu likwidacji i wzywa wierzycieli do zgłoszenia wierzytelności w terminie trzech miesięcy od dnia ogłoszenia.`,
  })
}

function generalMeeting(random: Rng, day: Day): MsigNotice {
  const subject = random.pick(shareCompanies)
  const date = dotted(addDays(day, random.int(22, 35)))
  return ofCompany(subject, {
    ...PLAIN,
    category: COMPANIES_ACT,
    subcategory: '3. Spółki akcyjne',
    title: 'Zwołanie Nadzwyczajnego Walnego Zgromadzenia',
    text: `${subject.name}, siedziba: ${subject.city}. KRS ${subject.krs}. Zarząd zwołuje Nadzwyczajne Walne Zgromadzenie na dzień ${date} r., godz. ${random.int(9, 14)}:00. Porządek obrad: otwarcie Zgromadzenia, wybór przewodniczącego, podjęcie uchwały w sprawie zmiany statutu, zamknięcie obrad.`,
  })
}

function capitalReduction(random: Rng): MsigNotice {
  const subject = random.pick(limitedCompanies)
  return ofCompany(subject, {
    ...PLAIN,
    category: COMPANIES_ACT,
    subcategory: '2. Spółki z ograniczoną odpowiedzialnością',
    title: 'Obniżenie kapitału zakładowego',
    text: `${subject.name}, siedziba: ${subject.city}. KRS ${subject.krs}. Zarząd ogłasza o uchwalonym obniżeniu kapitału zakładowego i wzywa wierzycieli do wniesienia sprzeciwu w terminie trzech miesięcy od dnia ogłoszenia, jeżeli nie zgadzają się na obniżenie.`,
  })
}

function oldBankruptcy(random: Rng, day: Day): MsigNotice {
  const subject = random.pick(subjectsWith('bankruptcy'))
  const signature = `VIII GUp ${random.int(9001, 9999)}/${random.pick(['19', '20', '21'])}`
  return ofCompany(subject, {
    category: 'III. Ogłoszenia wymagane przez Prawo upadłościowe',
    subcategory: random.pick(['3. Lista wierzytelności', '4. Plan podziału', '6. Zakończenie postępowania', '9. Inne']),
    title: 'Obwieszczenie w sprawie prowadzonej poza Krajowym Rejestrem Zadłużonych',
    signature,
    court: 'Sąd Rejonowy dla Krakowa-Śródmieścia w Krakowie',
    courtDivision: 'VIII Wydział Gospodarczy',
    kind: 'GUp',
    text: `Postanowieniem z dnia ${dotted(addDays(day, -6))} r. w sprawie ${signature} sędzia-komisarz zarządził obwieszczenie w postępowaniu upadłościowym. Upadły: ${subject.name}, siedziba: ${subject.city}, KRS ${subject.krs}.`,
  })
}

function inheritance(random: Rng, day: Day): MsigNotice {
  const entityName = makeName(random, pickSex(random))
  const signature = `I Ns ${random.int(9001, 9999)}/${day.slice(2, 4)}`
  return {
    category: 'V. Ogłoszenia wymagane przez Kodeks postępowania cywilnego',
    subcategory: '1. Stwierdzenie nabycia spadku',
    title: 'Wezwanie spadkobierców',
    subject: null,
    entityName,
    signature,
    court: 'Sąd Rejonowy w Kielcach',
    courtDivision: 'I Wydział Cywilny',
    kind: 'Ns',
    text: `Przed Sądem Rejonowym w Kielcach, I Wydziałem Cywilnym, toczy się pod sygnaturą ${signature} postępowanie o stwierdzenie nabycia spadku. Spadkodawca: ${entityName}. Sąd wzywa spadkobierców, aby w terminie trzech miesięcy od dnia ogłoszenia zgłosili i udowodnili nabycie spadku.`,
  }
}

function statement(random: Rng, day: Day): MsigNotice {
  const subject = random.pick(cooperatives)
  return ofCompany(subject, {
    ...PLAIN,
    category: 'X. Ogłoszenia wymagane przez ustawę o rachunkowości',
    subcategory: '1. Sprawozdania finansowe',
    title: 'Sprawozdanie finansowe',
    text: `${subject.name}, siedziba: ${subject.city}. KRS ${subject.krs}. Sprawozdanie finansowe za rok ${Number(day.slice(0, 4)) - 1} wraz ze sprawozdaniem z badania.`,
  })
}

function registerEntry(random: Rng, day: Day): MsigNotice {
  const subject = random.pick(subjectsWith('active'))
  const signature = `WA.XII NS-REJ.KRS/${random.int(90_001, 99_999)}/${day.slice(2, 4)}/${random.int(101, 989)}`
  return ofCompany(subject, {
    category: 'XV. Wpisy do Krajowego Rejestru Sądowego',
    subcategory: '2. Kolejne wpisy',
    title: 'Kolejny wpis do Krajowego Rejestru Sądowego',
    signature,
    court: 'Sąd Rejonowy dla m.st. Warszawy w Warszawie',
    courtDivision: 'XII Wydział Gospodarczy Krajowego Rejestru Sądowego',
    kind: 'NS-REJ.KRS',
    text: `${subject.name}. KRS ${subject.krs}. Wpis do rejestru: ${dotted(subject.registered_on)}. [${signature}] W dniu ${dotted(addDays(day, -1))} dokonano wpisu do rejestru KRS nr ${random.int(2, 40)} następującej treści: Dz. 1. Rub. 2. Siedziba i adres podmiotu wykreślić: ul. ${subject.street}; wpisać: ul. Nowa ${random.int(1, 90)}.`,
  })
}

export const makeMsigNotice = (random: Rng, day: Day): MsigNotice =>
  random.weighted([
    [registerEntry, 46],
    [liquidation, 16],
    [generalMeeting, 10],
    [capitalReduction, 6],
    [inheritance, 12],
    [oldBankruptcy, 6],
    [statement, 4],
  ] as const)(random, day)
