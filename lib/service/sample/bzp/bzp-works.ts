import type { BzpTopic } from './bzp-topic'

const IN_PLACE = ['w miejscowości {place}', 'na terenie {area}', 'w miejscowości {place} – etap {n}'] as const

export const works: readonly BzpTopic[] = [
  {
    weight: 11,
    buyers: ['commune', 'water'],
    cpv: ['45231300-8', '45232410-9', '45232440-8', '45111200-0'],
    verbs: ['Budowa', 'Rozbudowa', 'Przebudowa', 'Modernizacja'],
    objects: [
      'sieci kanalizacji sanitarnej wraz z przyłączami',
      'kanalizacji sanitarnej i sieci wodociągowej',
      'kanalizacji sanitarnej grawitacyjno-tłocznej',
      'sieci wodociągowej z przyłączami',
      'kanalizacji deszczowej',
    ],
    tails: IN_PLACE,
    details: [
      'Zakres obejmuje wykonanie kolektora grawitacyjnego, rurociągu tłocznego oraz odtworzenie nawierzchni.',
      'Długość projektowanej sieci wynosi około {n},4 km.',
      'W ramach zadania wykonane zostaną przepompownie ścieków z zasilaniem i monitoringiem.',
    ],
  },
  {
    weight: 4,
    buyers: ['commune', 'water'],
    cpv: ['45232420-2', '45252127-4', '45232421-9'],
    verbs: ['Budowa', 'Modernizacja', 'Rozbudowa', 'Przebudowa'],
    objects: [
      'oczyszczalni ścieków',
      'gminnej oczyszczalni ścieków',
      'stacji uzdatniania wody',
      'przepompowni ścieków',
    ],
    tails: IN_PLACE,
    details: [
      'Zadanie realizowane jest w formule zaprojektuj i wybuduj.',
      'Zakres obejmuje wymianę urządzeń technologicznych, instalacji elektrycznych i automatyki.',
      'Obiekt pozostaje w ruchu przez cały okres robót.',
    ],
  },
  {
    weight: 18,
    buyers: ['commune', 'county', 'roads'],
    cpv: ['45233120-6', '45233140-2', '45233220-7', '45111200-0', '45233222-1'],
    verbs: ['Przebudowa', 'Budowa', 'Remont', 'Rozbudowa', 'Modernizacja'],
    objects: [
      'drogi gminnej',
      'dróg gminnych',
      'drogi powiatowej nr 1{n}04',
      'drogi dojazdowej do gruntów rolnych',
      'nawierzchni ulicy Polnej',
      'ulicy Szkolnej wraz z odwodnieniem',
      'chodnika przy drodze powiatowej',
      'ścieżki pieszo-rowerowej',
    ],
    tails: [...IN_PLACE, 'na odcinku {place} – granica gminy'],
    details: [
      'Zakres robót obejmuje rozbiórkę istniejącej nawierzchni, wykonanie podbudowy i warstw bitumicznych.',
      'W ramach zadania przewidziano budowę chodników, zjazdów i oznakowania.',
      'Zadanie dofinansowano z Rządowego Funduszu Rozwoju Dróg.',
    ],
  },
  {
    weight: 5,
    buyers: ['commune', 'county', 'roads'],
    cpv: ['45221111-3', '45221119-9', '45233142-6'],
    verbs: ['Przebudowa', 'Remont', 'Rozbiórka i budowa'],
    objects: [
      'mostu drogowego',
      'kładki dla pieszych',
      'przepustu drogowego',
      'obiektu mostowego w ciągu drogi gminnej',
    ],
    tails: IN_PLACE,
    details: [
      'Wykonawca zapewni objazd na czas robót.',
      'Zakres obejmuje wzmocnienie fundamentów i wymianę ustroju nośnego.',
    ],
  },
  {
    weight: 10,
    buyers: ['commune', 'county', 'school'],
    cpv: ['45214210-5', '45453000-7', '45321000-3', '45331000-6', '45261000-4'],
    verbs: ['Termomodernizacja', 'Rozbudowa', 'Remont', 'Modernizacja', 'Przebudowa'],
    objects: [
      'budynku szkoły podstawowej',
      'budynku przedszkola',
      'sali gimnastycznej przy szkole',
      'budynku świetlicy wiejskiej',
      'budynku urzędu',
      'dachu budynku szkoły',
    ],
    tails: IN_PLACE,
    details: [
      'Zakres obejmuje docieplenie ścian i stropów, wymianę stolarki oraz modernizację kotłowni.',
      'Roboty prowadzone będą w czynnym obiekcie.',
      'Prace obejmują branżę budowlaną, sanitarną i elektryczną.',
    ],
  },
  {
    weight: 5,
    buyers: ['commune', 'school'],
    cpv: ['45212200-8', '45112723-9', '45236110-4'],
    verbs: ['Budowa', 'Modernizacja', 'Przebudowa'],
    objects: ['boiska wielofunkcyjnego', 'placu zabaw', 'hali sportowej', 'kompleksu sportowego', 'siłowni plenerowej'],
    tails: IN_PLACE,
    details: [
      'Zakres obejmuje nawierzchnię poliuretanową, ogrodzenie i oświetlenie.',
      'Przewidziano nasadzenia zieleni i małą architekturę.',
    ],
  },
  {
    weight: 5,
    buyers: ['commune', 'county', 'roads'],
    cpv: ['45316110-9', '45310000-3', '45315300-1'],
    verbs: ['Budowa', 'Modernizacja', 'Wymiana'],
    objects: [
      'oświetlenia ulicznego',
      'oświetlenia drogowego na energooszczędne typu LED',
      'instalacji fotowoltaicznej',
    ],
    tails: IN_PLACE,
    details: [
      'Zamówienie obejmuje dostawę i montaż opraw oraz sterowania.',
      'Zakres obejmuje słupy, linie kablowe i szafy oświetleniowe.',
    ],
  },
  {
    weight: 4,
    buyers: ['hospital'],
    cpv: ['45215140-0', '45331200-8', '45311200-2'],
    verbs: ['Przebudowa', 'Modernizacja', 'Remont'],
    objects: [
      'oddziału chorób wewnętrznych',
      'bloku operacyjnego',
      'szpitalnego oddziału ratunkowego',
      'pracowni diagnostyki obrazowej',
    ],
    tails: ['', 'wraz z wyposażeniem', '– etap {n}'],
    details: [
      'Roboty prowadzone będą etapami w czynnym szpitalu.',
      'Zakres obejmuje instalacje gazów medycznych, wentylacji i klimatyzacji.',
    ],
  },
]
