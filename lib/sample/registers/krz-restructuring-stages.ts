import { restructuringCategory, type KrzStage } from './krz-stages'

const arrangementDaySet: KrzStage = {
  effect: 'restructuring',
  repertory: 'GRz-nu',
  title: 'Obwieszczenie o ustaleniu dnia układowego',
  category: restructuringCategory,
  subcategory: 'Ustalenie dnia układowego',
  role: 'arrangement',
  text: (f) =>
    `W postępowaniu o zatwierdzenie układu o sygnaturze ${f.signature} ustalono dzień układowy na ${f.arrangementDay} r. Dłużnik: ${f.debtor}. Funkcję pełni: ${f.advisor}. Od dnia obwieszczenia do dnia zakończenia albo umorzenia postępowania nie prowadzi się egzekucji wierzytelności objętych układem.`,
}

const voting: KrzStage = {
  repertory: 'GRz-nu',
  title: 'Obwieszczenie o zwołaniu zgromadzenia wierzycieli',
  category: restructuringCategory,
  subcategory: 'Zgromadzenie wierzycieli w sprawie głosowania nad układem',
  role: 'arrangement',
  text: (f) =>
    `Zwołuje się zgromadzenie wierzycieli w celu głosowania nad układem w sprawie ${f.signature} na dzień ${f.meetingDay} r., godz. 10:00. Dłużnik: ${f.debtor}. Funkcję pełni: ${f.advisor}.`,
}

const approved: KrzStage = {
  effect: 'end of restructuring',
  repertory: 'GRz-nu',
  title: 'Obwieszczenie o zatwierdzeniu układu',
  category: restructuringCategory,
  subcategory: 'Postanowienie o zatwierdzeniu układu',
  role: null,
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r., w sprawie ${f.signature}, zatwierdził układ przyjęty przez wierzycieli dłużnika: ${f.debtor}. Na postanowienie przysługuje zażalenie w terminie dwóch tygodni.`,
}

const petition: KrzStage = {
  repertory: 'GR',
  title: 'Obwieszczenie o złożeniu wniosku o otwarcie postępowania restrukturyzacyjnego',
  category: restructuringCategory,
  subcategory: 'Zarządzenie o wpisie wniosku do repertorium',
  role: null,
  text: (f) =>
    `${f.court} zawiadamia, że w dniu ${f.decidedOn} r. pod sygnaturą ${f.signature} zarejestrowano wniosek o otwarcie postępowania restrukturyzacyjnego. Dłużnik: ${f.debtor}.`,
}

const openingStage = (repertory: string, kind: string, role: 'administrator' | 'supervisor'): KrzStage => ({
  effect: 'restructuring',
  repertory,
  title: `Obwieszczenie o otwarciu postępowania ${kind}`,
  category: restructuringCategory,
  subcategory: `Postanowienie o otwarciu postępowania ${kind}`,
  role,
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r. otworzył postępowanie w trybie postępowania ${kind}, sygnatura ${f.signature}. Dłużnik: ${f.debtor}. Funkcję pełni: ${f.advisor}. Na postanowienie przysługuje zażalenie wyłącznie na podstawę jurysdykcji, w terminie tygodnia.`,
})

const track = (repertory: string, kind: string, role: 'administrator' | 'supervisor'): readonly KrzStage[] => [
  petition,
  openingStage(repertory, kind, role),
  { ...voting, repertory, role },
  { ...approved, repertory },
]

/** The procedures for an arrangement with creditors; a debtor uses one of them. */
export const restructuringTracks: readonly (readonly KrzStage[])[] = [
  [arrangementDaySet, voting, approved],
  track('GRs', 'sanacyjnego', 'administrator'),
  track('GRp', 'przyspieszonego układowego', 'supervisor'),
  track('GRu', 'układowego', 'supervisor'),
]
