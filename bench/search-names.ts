import type { rng } from '@/lib/sample/rng'

const KINDS = [
  '',
  '',
  '',
  '',
  '',
  '',
  'Grupa',
  'Zakład',
  'Biuro',
  'Hurtownia',
  'Centrum',
  'Fabryka',
  'Przedsiębiorstwo',
  'Pracownia',
  'Firma',
  'Studio',
]
const ACTIVITIES =
  'Budowa Budownictwo Transport Spedycja Usługi Meble Geodezja Księgowość Opakowania Ochrona Ogrzewanie Instalacje Elektryka Energia Logistyka Handel Tekstylia Odzież Obuwie Kosmetyki Farmacja Medycyna Sport Turystyka Hotele Gastronomia Piekarnia Cukiernia Mięso Nabiał Owoce Warzywa Rolnictwo Ogrody Drewno Papier Druk Reklama Media Film Informatyka Systemy Telekomunikacja Nieruchomości Inwestycje Doradztwo Szkolenia Edukacja Metal Stal Maszyny Narzędzia Części Samochody Paliwa Chemia Tworzywa Szkło Ceramika Kamień Beton Drogi Mosty Projekty'.split(
    ' ',
  )
const PLACES = ['', '', '', '', 'Polska', 'Mazowsze', 'Śląsk', 'Pomorze', 'Północ', 'Południe', 'Wschód', 'Łódź']
const BEGINNINGS =
  'ba be bo bra ce da de do el fa fe ga gra he in ja ka ko kra la lo ma me mi na ne no or pa pe po pro ra re ro sa se so sta ta te to tra va we wi xe za ze żo łu ści'.split(
    ' ',
  )
const MIDDLES =
  'ba bi da do fa ga go ki la li lo ma mi mo na ni no pa pi po ra ri ro sa si so ta ti to va vi za zi'.split(' ')
const ENDS = 'x dan tex bud plast rim mex lux pol stal med net dom trans dro ex ix um on is ar or'.split(' ')
const FORMS = [
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
  'SP. Z O.O.',
  'SPÓŁKA AKCYJNA',
  'SPÓŁKA JAWNA',
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ SPÓŁKA KOMANDYTOWA',
]

/** An invented name; the number's syllables make each one unique, and thousands share the other words. */
export function nameOf(index: number, random: ReturnType<typeof rng>): string {
  const [first, second, rest] = [
    BEGINNINGS[index % BEGINNINGS.length],
    MIDDLES[Math.floor(index / BEGINNINGS.length) % MIDDLES.length],
    Math.floor(index / BEGINNINGS.length / MIDDLES.length),
  ]
  const properName = `${first}${second}${MIDDLES[rest % MIDDLES.length] ?? ''}${ENDS[(rest + index) % ENDS.length] ?? ''}`
  const more = random.chance(0.4) ? ` i ${random.pick(ACTIVITIES)}` : ''
  const words = [
    random.pick(KINDS),
    properName,
    `${random.pick(ACTIVITIES)}${more}`,
    random.pick(PLACES),
    random.pick(FORMS),
  ]
  return words
    .filter((word) => word !== '')
    .join(' ')
    .toUpperCase()
}
