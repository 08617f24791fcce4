import type { BzpNoticeTable } from '@/lib/service/registers/tables'

import { rng, type Rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { authoritiesOf, type Authority } from './bzp-authorities'
import { drawDeadline, drawValue } from './bzp-facts'
import { type BzpTopic, bzpTopics } from './bzp-topic'

/** A notice of procurement. `cpv` codes include the check digit; `published_at` is an ISO instant. */
export type SampleNotice = Omit<
  BzpNoticeTable,
  'cpv' | 'day' | 'position' | 'city_key' | 'search_text' | 'authority_key'
> & { cpv: string[] }

type Choice = { topic: BzpTopic; order_type: SampleNotice['order_type'] }
const choicesOf = (topics: readonly BzpTopic[], order_type: SampleNotice['order_type']): Choice[] =>
  topics.flatMap((topic) => Array.from({ length: topic.weight }, () => ({ topic, order_type })))
// Each topic is repeated by its weight, so that one random index replaces a loop over the weights.
const choices = (['Works', 'Services', 'Delivery'] as const).flatMap((type) => choicesOf(bzpTopics[type], type))

const CLOSINGS = [
  'Szczegółowy opis przedmiotu zamówienia zawiera załącznik nr 1 do SWZ.',
  'Zamawiający nie dopuszcza składania ofert wariantowych.',
] as const
const IN_PARTS = 'Zamawiający dopuszcza składanie ofert częściowych.'
const TERM = 'Termin realizacji zamówienia wynosi do {m} miesięcy od dnia zawarcia umowy.'
const WARRANTY = 'Wykonawca udzieli gwarancji i rękojmi na okres co najmniej 36 miesięcy.'

type Filling = { authority: Authority; year: number; random: Rng }

const fillings: Readonly<Record<string, (filling: Filling) => string>> = {
  place: ({ authority }) => authority.city,
  area: ({ authority }) => authority.area,
  year: ({ year }) => String(year),
  nextYear: ({ year }) => String(year + 1),
  n: ({ random }) => String(random.int(2, 9)),
  m: ({ random }) => String(random.int(5, 9)),
}

const fill = (template: string, filling: Filling): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => fillings[name]?.(filling) ?? placeholder)

/** A sentence on the period or the parts is not added if the text already mentions them. */
const HAS_PERIOD = /okresie|roku|sezonie|Sukcesywna|leasingu/
const HAS_PARTS = /części|pakietów/

function closingsOf(title: string, detail: string, type: SampleNotice['order_type']): readonly string[] {
  return [
    ...CLOSINGS,
    ...(HAS_PARTS.test(title + detail) ? [] : [IN_PARTS]),
    ...(HAS_PERIOD.test(title) ? [] : [TERM]),
    ...(type === 'Works' ? [WARRANTY] : []),
  ]
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

function codesOf(random: Rng, [main, ...others]: BzpTopic['cpv']): string[] {
  const codes = [main]
  for (let wanted = random.int(0, 2); wanted > 0 && others.length > 0; wanted -= 1) {
    const code = random.pick(others)
    if (!codes.includes(code)) codes.push(code)
  }
  return codes
}

const NUMBERS = 10_000_000

/** The first digit is 9, because real numbers of a year stay below one million. */
const numberOf = (index: number, year: number): string => `${year}/BZP 9${String(index % NUMBERS).padStart(7, '0')}/01`

/** One notice: everything except the times depends only on `index`. */
export function makeBzpNotice(index: number, publishedAt: string): SampleNotice {
  const random = rng(`bzp|${index}`)
  const { topic, order_type } = random.pick(choices)
  const authority = random.pick(authoritiesOf(random.pick(topic.buyers)))
  const filling = { authority, year: Number(publishedAt.slice(0, 4)), random }
  const words = [random.pick(topic.verbs), random.pick(topic.objects), random.pick(topic.tails)]
  const title = fill(words.join(' ').trim(), filling)
  const detail = random.pick(topic.details)
  const details = fill(`${detail} ${random.pick(closingsOf(title, detail, order_type))}`, filling)
  const fields = {
    id: uuidOf(random),
    tender_id: `ocds-148610-${uuidOf(random)}`,
    notice_number: numberOf(index, filling.year),
    title,
    description: `Przedmiotem zamówienia jest ${lowerFirst(title)}. ${details}`,
    authority: authority.name,
    authority_nip: authority.nip,
    city: authority.city,
    province_code: authority.province_code,
    order_type,
    url: null,
    cpv: codesOf(random, topic.cpv),
    published_at: publishedAt,
  }
  return {
    ...fields,
    notice_type: 'ContractNotice',
    offers_until: drawDeadline(random, order_type, publishedAt),
    estimated_value_pln: drawValue(random, topic.value),
  }
}
