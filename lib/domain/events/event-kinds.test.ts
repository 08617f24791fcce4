import { describe, expect, it } from 'vitest'

import { type EventKind, eventKinds, eventSeverities, kindsOfSeverity, rankOfKind, severityOfKind } from './event-kinds'
import { eventKindOf } from './event-titles'

/** Titles as the registers print them. */
const titles: readonly (readonly [source: string, title: string | null, kind: EventKind])[] = [
  // KRZ: petitions and their security
  ['krz', 'Obwieszczenie o złożeniu wniosku o ogłoszenie upadłości', 'bankruptcy_petition'],
  ['krz', 'OBWIESZCZENIE O ZŁOŻENIU WNIOSKU O OGŁOSZENIE UPADŁOŚCI', 'bankruptcy_petition'],
  ['krz', 'Zarządzenie o wpisaniu wniosku o ogłoszenie upadłości do repertorium', 'bankruptcy_petition'],
  ['krz', 'Obwieszczenie o ustanowieniu tymczasowego nadzorcy sądowego', 'bankruptcy_petition'],
  ['krz', 'Obwieszczenie o ustanowieniu zarządcy przymusowego', 'bankruptcy_petition'],
  ['krz', 'Postanowienie o zabezpieczeniu majątku dłużnika', 'enforcement'],
  [
    'krz',
    'Obwieszczenie o zabezpieczeniu majątku dłużnika przez ustanowienie tymczasowego nadzorcy sądowego',
    'enforcement',
  ],
  ['krz', 'Obwieszczenie o oddaleniu wniosku o ogłoszenie upadłości', 'bankruptcy_end'],
  ['krz', 'Obwieszczenie o zwrocie wniosku o ogłoszenie upadłości', 'bankruptcy_end'],
  ['krz', 'Obwieszczenie o umorzeniu postępowania w przedmiocie ogłoszenia upadłości', 'bankruptcy_end'],
  ['krz', 'Obwieszczenie o cofnięciu wniosku o ogłoszenie upadłości', 'bankruptcy_end'],
  // KRZ: bankruptcy
  ['krz', 'Obwieszczenie o ogłoszeniu upadłości', 'bankruptcy'],
  [
    'krz',
    'Obwieszczenie o ogłoszeniu upadłości osoby fizycznej nieprowadzącej działalności gospodarczej',
    'bankruptcy',
  ],
  ['krz', 'Obwieszczenie o wydaniu postanowienia o ogłoszeniu upadłości', 'bankruptcy'],
  ['krz', 'Obwieszczenie o postanowieniu o ogłoszeniu upadłości', 'bankruptcy'],
  ['krz', 'Obwieszczenie o wszczęciu wtórnego postępowania upadłościowego', 'bankruptcy'],
  ['krz', 'Obwieszczenie o uchyleniu postanowienia o ogłoszeniu upadłości', 'bankruptcy_end'],
  ['krz', 'Obwieszczenie o zakończeniu postępowania upadłościowego', 'bankruptcy_end'],
  ['krz', 'Obwieszczenie o umorzeniu postępowania upadłościowego', 'bankruptcy_end'],
  ['krz', 'Obwieszczenie o stwierdzeniu zakończenia postępowania upadłościowego', 'bankruptcy_end'],
  // KRZ: the course of proceedings
  ['krz', 'Obwieszczenie o złożeniu listy wierzytelności', 'proceedings'],
  ['krz', 'Obwieszczenie o sporządzeniu i przekazaniu sędziemu-komisarzowi listy wierzytelności', 'proceedings'],
  ['krz', 'Obwieszczenie o złożeniu uzupełniającej listy wierzytelności w postępowaniu upadłościowym', 'proceedings'],
  ['krz', 'Obwieszczenie o złożeniu planu podziału', 'proceedings'],
  ['krz', 'Obwieszczenie o sporządzeniu częściowego planu podziału funduszów masy upadłości', 'proceedings'],
  ['krz', 'Obwieszczenie o sporządzeniu projektu planu spłaty wierzycieli', 'proceedings'],
  ['krz', 'Obwieszczenie o ustaleniu planu spłaty wierzycieli', 'proceedings'],
  ['krz', 'Obwieszczenie o umorzeniu zobowiązań upadłego', 'proceedings'],
  ['krz', 'Obwieszczenie o stwierdzeniu wykonania planu spłaty wierzycieli', 'proceedings'],
  ['krz', 'Obwieszczenie o zwołaniu zgromadzenia wierzycieli', 'proceedings'],
  ['krz', 'Obwieszczenie o ustanowieniu rady wierzycieli', 'proceedings'],
  ['krz', 'Obwieszczenie o zmianie syndyka', 'proceedings'],
  ['krz', 'Obwieszczenie o odwołaniu syndyka i powołaniu nowego syndyka', 'proceedings'],
  ['krz', 'Obwieszczenie o opisie i oszacowaniu nieruchomości wchodzącej w skład masy upadłości', 'proceedings'],
  ['krz', 'Obwieszczenie o sprzedaży składników masy upadłości', 'proceedings'],
  ['krz', 'Obwieszczenie o sporządzeniu spisu inwentarza', 'proceedings'],
  ['krz', 'Obwieszczenie o zatwierdzeniu układu', 'proceedings'],
  ['krz', 'Obwieszczenie o terminie głosowania nad układem', 'proceedings'],
  ['krz', 'Obwieszczenie nieznanego rodzaju', 'other'],
  ['krz', null, 'other'],
  // KRZ: restructuring
  ['krz', 'Obwieszczenie o złożeniu wniosku o otwarcie postępowania restrukturyzacyjnego', 'restructuring'],
  ['krz', 'Obwieszczenie o otwarciu postępowania sanacyjnego', 'restructuring'],
  ['krz', 'Obwieszczenie o otwarciu postępowania układowego', 'restructuring'],
  ['krz', 'Obwieszczenie o otwarciu przyspieszonego postępowania układowego', 'restructuring'],
  ['krz', 'Obwieszczenie o ustaleniu dnia układowego', 'restructuring'],
  ['krz', 'Obwieszczenie nadzorcy układu o ustaleniu dnia układowego', 'restructuring'],
  ['krz', 'Obwieszczenie o umorzeniu postępowania restrukturyzacyjnego', 'restructuring_end'],
  ['krz', 'Obwieszczenie o zakończeniu postępowania sanacyjnego', 'restructuring_end'],
  ['krz', 'Obwieszczenie o odmowie zatwierdzenia układu', 'restructuring_end'],
  ['krz', 'Obwieszczenie o odmowie otwarcia postępowania układowego', 'restructuring_end'],
  ['krz', 'Obwieszczenie o uchyleniu układu', 'restructuring_end'],
  ['krz', 'Obwieszczenie o wygaśnięciu układu', 'restructuring_end'],
  // KRZ: enforcement and bans
  ['krz', 'Obwieszczenie o umorzeniu postępowania egzekucyjnego z uwagi na bezskuteczność egzekucji', 'enforcement'],
  ['krz', 'Umorzenie egzekucji wobec bezskuteczności', 'enforcement'],
  ['krz', 'Orzeczenie zakazu prowadzenia działalności gospodarczej', 'ban'],
  ['krz', 'Prawomocne orzeczenie o zakazie pełnienia funkcji', 'ban'],
  // MSiG
  ['msig', 'Postanowienie o ogłoszeniu upadłości', 'bankruptcy'],
  ['msig', 'Ogłoszenie upadłości obejmującej likwidację majątku', 'bankruptcy'],
  ['msig', 'Otwarcie likwidacji i wezwanie wierzycieli', 'liquidation'],
  ['msig', 'Rozwiązanie spółki i otwarcie likwidacji', 'liquidation'],
  ['msig', 'Zawiadomienie o rozwiązaniu spółki', 'liquidation'],
  ['msig', 'Zakończenie likwidacji', 'liquidation_end'],
  ['msig', 'Sprawozdanie finansowe', 'statement'],
  ['msig', 'Sprawozdanie likwidacyjne', 'liquidation_end'],
  ['msig', 'Zwołanie Nadzwyczajnego Walnego Zgromadzenia', 'meeting'],
  ['msig', 'Zwołanie Zwyczajnego Walnego Zgromadzenia Akcjonariuszy', 'meeting'],
  ['msig', 'Ogłoszenie o wypłacie dywidendy', 'meeting'],
  ['msig', 'Obniżenie kapitału zakładowego', 'capital'],
  ['msig', 'Obniżenie kapitału zakładowego i wezwanie wierzycieli', 'capital'],
  ['msig', 'Plan połączenia spółek', 'merger'],
  ['msig', 'Plan podziału spółki przez wydzielenie', 'merger'],
  ['msig', 'Ogłoszenie o przekształceniu spółki', 'merger'],
  ['msig', 'Wezwanie akcjonariuszy do złożenia dokumentów akcji', 'shareholders'],
  ['msig', 'Obwieszczenie w sprawie prowadzonej poza Krajowym Rejestrem Zadłużonych', 'proceedings'],
  ['msig', 'Wezwanie spadkobierców', 'other'],
  ['msig', 'Ogłoszenie o zasiedzeniu', 'other'],
  // KRS
  ['krs', 'Wpis o ogłoszeniu upadłości', 'bankruptcy'],
  ['krs', 'Wpis o oddaleniu wniosku o ogłoszenie upadłości', 'bankruptcy_end'],
  ['krs', 'Wpis o postępowaniu restrukturyzacyjnym', 'restructuring'],
  ['krs', 'Zakończenie postępowania restrukturyzacyjnego', 'restructuring_end'],
  ['krs', 'Otwarcie likwidacji', 'liquidation'],
  ['krs', 'Uchylenie likwidacji', 'liquidation_end'],
  ['krs', 'Wykreślenie z Krajowego Rejestru Sądowego', 'deletion'],
  ['krs', 'Wykreślenie podmiotu z rejestru przedsiębiorców', 'deletion'],
  ['krs', 'Rozwiązanie podmiotu bez przeprowadzania postępowania likwidacyjnego', 'deletion'],
  ['krs', 'Wpis zaległości podatkowych', 'enforcement'],
  ['krs', 'Wszczęcie egzekucji zaległości', 'enforcement'],
  ['krs', 'Zmiana w składzie organu reprezentacji', 'board'],
  ['krs', 'Powołanie zarządu w miejsce likwidatorów', 'board'],
  ['krs', 'Wpis likwidatorów', 'board'],
  ['krs', 'Zmiana w składzie rady nadzorczej', 'board'],
  ['krs', 'Zmiana sposobu reprezentacji', 'board'],
  ['krs', 'Wpis prokurenta', 'board'],
  ['krs', 'Wykreślenie prokurenta', 'board'],
  ['krs', 'Ustanowienie kuratora', 'board'],
  ['krs', 'Zmiana wspólników', 'shareholders'],
  ['krs', 'Zmiana jedynego akcjonariusza', 'shareholders'],
  ['krs', 'Zmiana kapitału zakładowego', 'capital'],
  ['krs', 'Podwyższenie kapitału zakładowego', 'capital'],
  ['krs', 'Zmiana adresu siedziby', 'seat'],
  ['krs', 'Zmiana siedziby', 'seat'],
  ['krs', 'Zmiana firmy', 'name'],
  ['krs', 'Zmiana nazwy podmiotu', 'name'],
  ['krs', 'Zmiana przedmiotu działalności', 'activity'],
  ['krs', 'Zmiana umowy spółki', 'articles'],
  ['krs', 'Zmiana statutu', 'articles'],
  ['krs', 'Połączenie spółek', 'merger'],
  ['krs', 'Wzmianka o złożeniu sprawozdania finansowego', 'statement'],
  ['krs', 'Wzmianka o przekształceniu spółki', 'merger'],
  ['krz', 'Obwieszczenie o złożeniu sprawozdania syndyka', 'proceedings'],
  ['krs', 'Wzmianka o złożeniu rocznego sprawozdania finansowego', 'statement'],
  ['krs', 'Wpis niesklasyfikowany', 'other'],
  ['krs', null, 'other'],
  // CRBR
  ['crbr', 'Zmiana beneficjentów rzeczywistych', 'beneficial_owner'],
  ['crbr', 'Zgłoszenie beneficjenta rzeczywistego', 'beneficial_owner'],
  // BZP
  ['bzp', 'Udzielenie zamówienia publicznego: Gmina Oława', 'award'],
  ['bzp', 'Udzielenie zamówienia publicznego: Sąd Rejonowy, wydział upadłości', 'award'],
  // KNF
  ['knf', 'Wpis na listę ostrzeżeń publicznych KNF', 'warning'],
  ['knf', 'Zawiadomienie o podejrzeniu popełnienia przestępstwa', 'warning'],
  // UOKiK
  ['uokik', 'Decyzja Prezesa UOKiK DOK-1/2026', 'decision'],
  ['uokik', 'Decyzja Prezesa UOKiK RBG-12/2025', 'decision'],
  // SUDOP
  ['sudop', 'Udzielona pomoc publiczna: dotacja', 'aid'],
  ['sudop', 'Udzielona pomoc de minimis: umorzenie zaległości', 'aid'],
  // VAT white list
  ['wpv', 'Wykreślenie z rejestru VAT', 'vat_removal'],
  ['wpv', 'Odmowa rejestracji VAT', 'vat_removal'],
  ['wpv', 'Rejestracja jako podatnik VAT', 'vat_status'],
  ['wpv', 'Przywrócenie rejestracji VAT', 'vat_status'],
  ['wpv', 'Dopisanie rachunku na białej liście', 'account'],
  ['wpv', 'Usunięcie rachunku z białej listy', 'account'],
  // Sources that this version does not know
  ['of tomorrow', 'News of an unknown register', 'other'],
  ['of tomorrow', 'Postanowienie o ogłoszeniu upadłości', 'bankruptcy'],
  ['', '', 'other'],
]

describe('kinds of events', () => {
  it('has a table of 120 titles and more, with every source and kind', () => {
    expect(titles.length).toBeGreaterThanOrEqual(120)
    expect(new Set(titles.map(([, , kind]) => kind))).toEqual(new Set(eventKinds))
    expect(new Set(titles.map(([source]) => source))).toEqual(
      new Set(['krz', 'msig', 'krs', 'crbr', 'bzp', 'knf', 'uokik', 'sudop', 'wpv', 'of tomorrow', '']),
    )
  })

  it.each(titles)('%s: %s is of kind %s', (source, title, kind) => {
    expect(eventKindOf({ source, title })).toBe(kind)
  })

  it('reads titles without diacritics and in capitals alike', () => {
    expect(eventKindOf({ source: 'krs', title: 'ZMIANA WSPOLNIKOW' })).toBe('shareholders')
  })
})

describe('severities', () => {
  it('divide the kinds, which an account may change', () => {
    expect(eventSeverities.flatMap((severity) => kindsOfSeverity(severity)).sort()).toEqual([...eventKinds].sort())
    expect(severityOfKind('seat')).toBe('review')
    expect(severityOfKind('seat', { seat: 'urgent' })).toBe('urgent')
    expect(kindsOfSeverity('urgent', { seat: 'urgent', ban: 'rest' })).toContain('seat')
    expect(kindsOfSeverity('urgent', { seat: 'urgent', ban: 'rest' })).not.toContain('ban')
  })

  it('never leave an event that nobody recognised among the rest', () => {
    expect(severityOfKind('other')).toBe('review')
  })

  it('rank the gravest first', () => {
    const ranked = (['statement', 'board', 'bankruptcy', 'liquidation'] as const).toSorted(
      (a, b) => rankOfKind(a) - rankOfKind(b),
    )
    expect(ranked).toEqual(['bankruptcy', 'liquidation', 'board', 'statement'])
    expect(rankOfKind('board', { board: 'urgent' })).toBeLessThan(rankOfKind('bankruptcy_end'))
  })
})
