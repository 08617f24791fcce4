import { expect, it } from 'vitest'

import { severityOf, severityRank } from './severity'

it.each([
  ['krz', 'Obwieszczenie o ogłoszeniu upadłości', 'critical'],
  ['krz', 'Obwieszczenie o ogłoszeniu upadłości osoby fizycznej nieprowadzącej działalności gospodarczej', 'critical'],
  ['krz', 'Obwieszczenie o wydaniu postanowienia o ogłoszeniu upadłości', 'critical'],
  ['msig', 'Postanowienie o ogłoszeniu upadłości', 'critical'],
  ['krs', 'Wpis o ogłoszeniu upadłości', 'critical'],
  ['krz', 'Obwieszczenie o otwarciu postępowania sanacyjnego', 'critical'],
  ['krz', 'Obwieszczenie o otwarciu przyspieszonego postępowania układowego', 'critical'],
  ['krz', 'Obwieszczenie o ustaleniu dnia układowego', 'critical'],
  ['krz', 'Obwieszczenie o ustanowieniu tymczasowego nadzorcy sądowego', 'critical'],
  ['krz', 'Postanowienie o zabezpieczeniu majątku dłużnika', 'critical'],
  ['krz', 'Orzeczenie zakazu prowadzenia działalności gospodarczej', 'critical'],
  ['krs', 'Wpis o postępowaniu restrukturyzacyjnym', 'critical'],
  ['krs', 'Otwarcie likwidacji', 'critical'],
  ['msig', 'Otwarcie likwidacji i wezwanie wierzycieli', 'critical'],
  ['krs', 'Wykreślenie z Krajowego Rejestru Sądowego', 'critical'],
  ['knf', 'Wpis na listę ostrzeżeń publicznych KNF', 'critical'],
  ['krz', 'Obwieszczenie o złożeniu wniosku o ogłoszenie upadłości', 'high'],
  ['krz', 'Obwieszczenie o oddaleniu wniosku o ogłoszenie upadłości', 'high'],
  ['krz', 'Obwieszczenie o złożeniu wniosku o otwarcie postępowania restrukturyzacyjnego', 'high'],
  ['krz', 'Obwieszczenie o uchyleniu postanowienia o ogłoszeniu upadłości', 'high'],
  ['krz', 'Obwieszczenie o zakończeniu postępowania upadłościowego', 'high'],
  ['krz', 'Obwieszczenie o umorzeniu zobowiązań upadłego', 'high'],
  ['krz', 'Obwieszczenie o zatwierdzeniu układu', 'high'],
  ['krz', null, 'high'],
  ['krs', 'Uchylenie likwidacji', 'high'],
  ['krs', 'Zakończenie postępowania restrukturyzacyjnego', 'high'],
  ['wpv', 'Wykreślenie z rejestru VAT', 'high'],
  ['wpv', 'Usunięcie rachunku z białej listy', 'high'],
  ['uokik', 'Decyzja Prezesa UOKiK DOK-1/2026', 'high'],
  ['krs', 'Zmiana w składzie organu reprezentacji', 'medium'],
  ['krs', 'Wykreślenie prokurenta', 'medium'],
  ['krs', 'Zmiana kapitału zakładowego', 'medium'],
  ['krs', 'Zmiana wspólników', 'medium'],
  ['krs', 'Zmiana adresu siedziby', 'medium'],
  ['crbr', 'Zmiana beneficjentów rzeczywistych', 'medium'],
  ['wpv', 'Rejestracja jako podatnik VAT', 'medium'],
  ['krs', 'Wzmianka o złożeniu sprawozdania finansowego', 'low'],
  ['krs', 'Zmiana przedmiotu działalności', 'low'],
  ['msig', 'Sprawozdanie finansowe', 'low'],
  ['sudop', 'Udzielona pomoc publiczna: dotacja', 'low'],
  ['bzp', 'Udzielenie zamówienia publicznego: Gmina', 'low'],
  ['of tomorrow', 'News of an unknown register', 'low'],
  ['krs', null, 'low'],
])('%s: %s is %s', (source, title, severity) => {
  expect(severityOf({ source, title })).toBe(severity)
})

it('ranks the most severe first', () => {
  const titles = ['Sprawozdanie finansowe', 'Postanowienie o ogłoszeniu upadłości', 'Zmiana wspólników', 'Likwidacja']
  const ranked = titles.toSorted((a, b) => severityRank({ title: a }) - severityRank({ title: b }))
  expect(ranked).toEqual([titles[1], titles[3], titles[2], titles[0]])
})
