import type { Announcement, AnnouncementOf, NamedOwner } from '@/lib/contract/announcement'
import { type EventDetails, MAX_EVENT_TEXT } from '@/lib/contract/events'
import { maskLikelyPesels } from '@/lib/domain/identifiers/identifiers'
import { maskName } from '@/lib/domain/identifiers/mask-name'

import type { AnnouncementTable } from './tables'

type Found = Pick<EventDetails, 'number' | 'court' | 'changes' | 'text'>
type Change = EventDetails['changes'][number]

const NOTHING: Found = { number: null, court: null, changes: [], text: null }

const field = (name: string, value: string | null): Change[] =>
  value === null || value === '' ? [] : [{ section: null, field: name, old_value: null, new_value: value }]

/** CRBR publishes owners by name; here they have only their initials, as persons have in KRS. */
const ownersText = (owners: readonly NamedOwner[]): string | null =>
  owners.length === 0 ? null : owners.map(({ name, detail }) => `${maskName(name)}: ${detail}`).join('; ')

const whiteListFields: Readonly<Record<string, string>> = {
  status_vat: 'Status VAT',
  account_numbers: 'Numer rachunku',
}

const printed = ({ row }: AnnouncementOf<'krz' | 'msig'>): Found => ({
  ...NOTHING,
  number: row.number,
  court: row.court,
  text: row.tresc_text,
})

/**
 * What each source says in the fields that a reader of events needs. Everything else of a row, such as numbers and
 * birth dates of persons, stays out because it is not listed here.
 */
const readers: { readonly [S in Announcement['source']]: (announcement: AnnouncementOf<S>) => Found } = {
  krz: printed,
  msig: printed,
  krs: ({ row: { section, field: name, old_value, new_value, entry_number } }) => ({
    ...NOTHING,
    number: String(entry_number),
    changes: [{ section, field: name, old_value, new_value }],
  }),
  crbr: ({ row }) => ({
    ...NOTHING,
    changes: [
      {
        section: null,
        field: 'Beneficjenci rzeczywiści',
        old_value: ownersText(row.former),
        new_value: ownersText(row.present),
      },
    ],
  }),
  wpv: ({ row: { field: name, old_value, new_value } }) => ({
    ...NOTHING,
    changes: [{ section: null, field: whiteListFields[name] ?? name, old_value, new_value }],
  }),
  bzp: ({ row }) => ({
    ...NOTHING,
    number: row.notice_number,
    changes: [...field('Zamawiający', row.authority), ...field('Miejscowość', row.city)],
    text: row.title,
  }),
  knf: ({ row }) => ({
    ...NOTHING,
    changes: [
      ...field('Prokuratura', row.prosecutor),
      ...field('Rozstrzygnięcia', row.rulings),
      ...field('Data zawiadomienia', row.notified_on),
    ],
    text: row.notes,
  }),
  uokik: ({ row }) => ({
    ...NOTHING,
    number: row.number,
    changes: [
      ...field('Praktyka', row.practice),
      ...field('Kara', row.fined ? 'tak' : 'nie'),
      ...field('Odwołanie', row.appealed ? 'tak' : 'nie'),
    ],
  }),
  sudop: ({ row }) => ({
    ...NOTHING,
    number: row.measure_number,
    changes: [
      ...field('Udzielający pomocy', row.provider_name),
      ...field('Środek pomocowy', row.measure_name),
      ...field('Forma pomocy', row.form),
      ...field('Wartość brutto (PLN)', row.gross_value_pln),
    ],
  }),
}

const BIRTH_DATE = /((?:\bur\.|urodz)[^\d\n]{0,30})\d{1,4}[.\-/ ]\d{1,2}[.\-/ ]\d{1,4}/giu

/** Free text of a register without what identifies a person. */
const maskText = (text: string): string => maskLikelyPesels(text).replace(BIRTH_DATE, '$1••••')

const maskMaybe = (text: string | null): string | null => (text === null ? null : maskText(text))

export function toEventDetails({ row, ...stored }: AnnouncementTable): EventDetails {
  const { source, krs, nip, signature, day } = stored
  // Safe: `publish` wrote the row of an announcement of this source.
  const announcement = { ...stored, row: JSON.parse(row) as unknown } as never
  const { number, court, changes, text } = readers[source](announcement)
  return {
    krs,
    nip,
    number,
    signature,
    court,
    published_on: day,
    changes: changes.map(({ section, field: name, old_value, new_value }) => ({
      section,
      field: name,
      old_value: maskMaybe(old_value),
      new_value: maskMaybe(new_value),
    })),
    text: text === null ? null : cut(maskText(text)),
  }
}

const cut = (text: string): string => (text.length <= MAX_EVENT_TEXT ? text : `${text.slice(0, MAX_EVENT_TEXT - 1)}…`)
