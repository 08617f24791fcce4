import { bankruptcyCategory, type KrzStage } from './krz-stages'

const declared: KrzStage = {
  repertory: 'GUp-s',
  title: 'Obwieszczenie o ogłoszeniu upadłości osoby fizycznej nieprowadzącej działalności gospodarczej',
  category: bankruptcyCategory,
  subcategory: 'Postanowienie o ogłoszeniu upadłości',
  role: 'syndyk',
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r. ogłosił upadłość dłużnika: ${f.debtor}. Postępowanie prowadzone jest pod sygnaturą ${f.signature}, na podstawie art. 491¹ ust. 1 Prawa upadłościowego. Wyznaczono syndyka. Funkcję pełni: ${f.advisor}. Wzywa się wierzycieli do zgłaszania wierzytelności syndykowi w terminie 30 dni od dnia obwieszczenia.`,
}

const claims: KrzStage = {
  repertory: 'GUp-s',
  title: 'Obwieszczenie o sporządzeniu projektu planu spłaty wierzycieli',
  category: bankruptcyCategory,
  subcategory: 'Projekt planu spłaty wierzycieli',
  role: 'syndyk',
  text: (f) =>
    `W sprawie ${f.signature} złożono projekt planu spłaty wierzycieli wraz z uzasadnieniem. Upadły: ${f.debtor}. Funkcję pełni: ${f.advisor}. Upadły i wierzyciele mogą zająć stanowisko w terminie 14 dni od dnia obwieszczenia.`,
}

const plan: KrzStage = {
  repertory: 'GUp-s',
  title: 'Obwieszczenie o ustaleniu planu spłaty wierzycieli',
  category: bankruptcyCategory,
  subcategory: 'Postanowienie o ustaleniu planu spłaty wierzycieli',
  role: null,
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r., w sprawie ${f.signature}, ustalił plan spłaty wierzycieli i oznaczył okres spłaty na 36 miesięcy. Upadły: ${f.debtor}. Na postanowienie przysługuje zażalenie.`,
}

const discharged: KrzStage = {
  repertory: 'GUp-s',
  title: 'Obwieszczenie o umorzeniu zobowiązań upadłego',
  category: bankruptcyCategory,
  subcategory: 'Postanowienie o umorzeniu zobowiązań po wykonaniu planu spłaty',
  role: null,
  text: (f) =>
    `${f.court} postanowieniem z dnia ${f.decidedOn} r. stwierdził wykonanie planu spłaty wierzycieli i umorzył zobowiązania upadłego powstałe przed dniem ogłoszenia upadłości, w sprawie ${f.signature}. Upadły: ${f.debtor}.`,
}

export const consumerTrack: readonly KrzStage[] = [declared, claims, plan, discharged]

/** Article 491¹ section 2: with a judge-commissioner, for larger estates. */
export const largeConsumerTrack: readonly KrzStage[] = consumerTrack.map((stage) => ({
  ...stage,
  repertory: 'GUp-sk',
  text: (facts) => stage.text(facts).replace('art. 491¹ ust. 1', 'art. 491¹ ust. 2'),
}))
