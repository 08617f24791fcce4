import { type Kysely, sql } from 'kysely'

/**
 * The search texts of monitors contained labels and names as written. Digits are removed from those that may contain a
 * personal number; saving a label again restores digits that are not of a person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<Row>`
      select id, identifier_type, identifier_value, label, subject_name
      from monitors where id > ${after} order by id limit ${PAGE}`.execute(db)
    for (const row of rows.filter(mayHoldPesel)) {
      await sql`update monitors set search_text = ${searchTextOf(row)} where id = ${row.id}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

type Row = {
  readonly id: string
  readonly identifier_type: string | null
  readonly identifier_value: string | null
  readonly label: string | null
  readonly subject_name: string | null
}

const PAGE = 5_000
const PESEL_DIGITS = 11

const mayHoldPesel = ({ label, subject_name }: Row): boolean =>
  (`${label ?? ''} ${subject_name ?? ''}`.normalize('NFKC').match(/\p{N}/gu)?.length ?? 0) >= PESEL_DIGITS

function searchTextOf({ identifier_type, identifier_value, label, subject_name }: Row): string {
  const number = identifier_type === 'pesel' ? null : identifier_value
  const texts = [subject_name, label].map((text) => text?.replaceAll(/\p{N}/gu, '•') ?? null)
  return fold([...texts, number].filter((text) => text !== null).join(' \n '))
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
