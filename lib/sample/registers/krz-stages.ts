import type { AdvisorRole } from './krz-advisors'

/** Values for the text of an announcement. Names follow a colon, so that they need no declension. */
export type KrzFacts = {
  court: string
  signature: string
  /** Name, seat or place of residence, identifiers of a company. */
  debtor: string
  /** Role and name of the adviser, with the licence. */
  advisor: string
  /** `19.11.2026`. */
  decidedOn: string
  arrangementDay: string
  meetingDay: string
}

/** One kind of announcement; `means` is its effect on a company. */
export type KrzStage = {
  effect?: 'bankruptcy' | 'end of bankruptcy' | 'restructuring' | 'end of restructuring'
  repertory: string
  title: string
  category: string
  subcategory: string
  role: AdvisorRole | null
  text: (facts: KrzFacts) => string
}

const BANKRUPTCY = 'Postępowania upadłościowe'
const PETITION = 'Postępowania w przedmiocie ogłoszenia upadłości'
const RESTRUCTURING = 'Postępowania restrukturyzacyjne'
const THROUGH_SYSTEM = 'za pośrednictwem systemu teleinformatycznego obsługującego postępowanie sądowe'

const petitionFiled: KrzStage = {
  repertory: 'GU',
  title: 'Obwieszczenie o złożeniu wniosku o ogłoszenie upadłości',
  category: PETITION,
  subcategory: 'Zarządzenie o wpisie wniosku do repertorium',
  role: null,
  text: (f) =>
    `${f.court} zawiadamia, że w dniu ${f.decidedOn} r. wpisano do repertorium pod sygnaturą ${f.signature} wniosek o ogłoszenie upadłości dłużnika: ${f.debtor}.`,
}

const interimSupervisor: KrzStage = {
  repertory: 'GU',
  title: 'Obwieszczenie o ustanowieniu tymczasowego nadzorcy sądowego',
  category: PETITION,
  subcategory: 'Postanowienie o zabezpieczeniu majątku dłużnika',
  role: 'interim',
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r., w sprawie ${f.signature}, zabezpieczył majątek dłużnika przez ustanowienie tymczasowego nadzorcy sądowego. Dłużnik: ${f.debtor}. Funkcję pełni: ${f.advisor}. Na postanowienie przysługuje zażalenie w terminie tygodnia od dnia obwieszczenia.`,
}

const petitionDismissed: KrzStage = {
  repertory: 'GU',
  title: 'Obwieszczenie o oddaleniu wniosku o ogłoszenie upadłości',
  category: PETITION,
  subcategory: 'Postanowienie o oddaleniu wniosku',
  role: null,
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r., w sprawie ${f.signature}, oddalił wniosek o ogłoszenie upadłości dłużnika: ${f.debtor}. Na postanowienie przysługuje zażalenie.`,
}

const bankruptcyDeclared: KrzStage = {
  effect: 'bankruptcy',
  repertory: 'GUp',
  title: 'Obwieszczenie o ogłoszeniu upadłości',
  category: BANKRUPTCY,
  subcategory: 'Postanowienie o ogłoszeniu upadłości',
  role: 'syndyk',
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r. ogłosił upadłość dłużnika: ${f.debtor}. Postępowanie prowadzone jest pod sygnaturą ${f.signature}. Wyznaczono sędziego-komisarza oraz syndyka. Funkcję pełni: ${f.advisor}. Wzywa się wierzycieli do zgłaszania wierzytelności syndykowi w terminie 30 dni od dnia obwieszczenia, ${THROUGH_SYSTEM}. Wzywa się osoby, którym przysługują prawa oraz prawa i roszczenia osobiste ciążące na nieruchomości należącej do upadłego, do ich zgłoszenia w tym samym terminie.`,
}

const claimsList: KrzStage = {
  repertory: 'GUp',
  title: 'Obwieszczenie o złożeniu listy wierzytelności',
  category: BANKRUPTCY,
  subcategory: 'Lista wierzytelności',
  role: 'syndyk',
  text: (f) =>
    `W postępowaniu upadłościowym o sygnaturze ${f.signature} w dniu ${f.decidedOn} r. złożono listę wierzytelności. Upadły: ${f.debtor}. Funkcję pełni: ${f.advisor}. Każdy wierzyciel umieszczony na liście może w terminie dwóch tygodni od dnia obwieszczenia złożyć sędziemu-komisarzowi sprzeciw co do uznania wierzytelności.`,
}

const distributionPlan: KrzStage = {
  repertory: 'GUp',
  title: 'Obwieszczenie o złożeniu planu podziału',
  category: BANKRUPTCY,
  subcategory: 'Plan podziału funduszów masy upadłości',
  role: 'syndyk',
  text: (f) =>
    `Zawiadamia się o złożeniu planu podziału funduszów masy upadłości w sprawie ${f.signature}. Upadły: ${f.debtor}. Funkcję pełni: ${f.advisor}. Plan można przeglądać ${THROUGH_SYSTEM} i w terminie dwóch tygodni od dnia obwieszczenia wnosić przeciwko niemu zarzuty.`,
}

const bankruptcyClosed: KrzStage = {
  effect: 'end of bankruptcy',
  repertory: 'GUp',
  title: 'Obwieszczenie o zakończeniu postępowania upadłościowego',
  category: BANKRUPTCY,
  subcategory: 'Postanowienie o stwierdzeniu zakończenia postępowania',
  role: null,
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r. stwierdził zakończenie postępowania upadłościowego o sygnaturze ${f.signature}. Upadły: ${f.debtor}. Na postanowienie przysługuje zażalenie.`,
}

/** A company or a sole trader for whom a petition was filed and bankruptcy was declared. */
export const bankruptcyTrack: readonly KrzStage[] = [
  petitionFiled,
  interimSupervisor,
  bankruptcyDeclared,
  claimsList,
  distributionPlan,
  bankruptcyClosed,
]
/** A dismissed petition, which may concern a company that is still active. */
export const dismissedTrack: readonly KrzStage[] = [petitionFiled, petitionDismissed]

export const restructuringCategory = RESTRUCTURING
export const bankruptcyCategory = BANKRUPTCY
