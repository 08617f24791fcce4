import { type Kysely, sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'

import { INSERT_CHUNK } from '../engine/chunks'
import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/**
 * Search data of companies: the folded name without its legal form, the code of the form, and every word. `place` is
 * the order of results: as loaded, struck-off companies last. SQLite indexes words in a separate table, which triggers
 * maintain; PostgreSQL indexes the column. Words with one letter left out find mistyped ones.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'word_variants', { text: ['variant', 'word'], primary: ['variant', 'word'] })
  const table = db.schema.alterTable('subject_search')
  for (const column of ['form', 'words']) {
    await table.addColumn(column, 'text', (built) => built.notNull().defaultTo('')).execute()
  }
  await table.addColumn('place', 'bigint', (built) => built.notNull().defaultTo(0)).execute()
  await sql.raw(`alter table subject_search add column name_key text ${BINARY[engine]} not null default ''`).execute(db)
  await fill(db)
  await db.schema.dropIndex('subject_search_by_position').execute()
  await table.dropColumn('position').execute()
  await table.dropColumn('search_text').execute()
  await createIndexes(schema, 'subject_search', { by_place: ['place'], by_key: ['name_key', 'place'] })
  await (engine === 'sqlite' ? indexInSqlite(db) : indexInPostgres(db))
}

/** Names that begin with a key are between two keys, which requires byte order. */
const BINARY = { sqlite: '', postgres: 'collate "C"' } as const

async function indexInSqlite(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create virtual table subject_words using fts5(words, form, tokenize = 'unicode61', prefix = '1 2 3', detail = column)`,
    'insert into subject_words (rowid, words, form) select place, words, form from subject_search',
    `create trigger subject_search_added after insert on subject_search begin
      insert into subject_words (rowid, words, form) values (new.place, new.words, new.form);
    end`,
    `create trigger subject_search_removed after delete on subject_search begin
      delete from subject_words where rowid = old.place;
    end`,
    `create trigger subject_search_changed after update on subject_search begin
      delete from subject_words where rowid = old.place;
      insert into subject_words (rowid, words, form) values (new.place, new.words, new.form);
    end`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const indexInPostgres = (db: Kysely<unknown>) =>
  sql`
    create index subject_search_by_words on subject_search
    using gin (array_to_tsvector(string_to_array(words, ' '))) with (fastupdate = off)
  `.execute(db)

type Company = { subject_id: string; name: string; status: string; position: number }
type Row = { subject_id: string; position: number; search_text: string; place: number } & StoredName
type Filled = { subject_search: Row; word_variants: { variant: string; word: string } }

const PAGE = 2_000
const STRUCK_OFF = 2 ** 40

async function fill(db: Kysely<unknown>): Promise<void> {
  const filled = db.withTables<Filled>()
  const known = new Set<string>()
  for (let after = 0; ;) {
    const { rows } = await sql<Company>`
      select subject_id, position, name, status
      from subject_search join subjects on subjects.id = subject_id
      where position > ${after} order by position limit ${PAGE}`.execute(db)
    for (const chunk of chunksOf(rows, INSERT_CHUNK)) {
      const ids = chunk.map(({ subject_id }) => subject_id)
      await filled.deleteFrom('subject_search').where('subject_id', 'in', ids).execute()
      await filled.insertInto('subject_search').values(chunk.map(toRow)).execute()
    }
    const words = new Set(rows.flatMap(({ name }) => toStoredName(name).words.split(' ')))
    const variants = [...words].filter((word) => !known.has(word)).flatMap(variantsOf)
    for (const word of words) known.add(word)
    for (const chunk of chunksOf(variants, INSERT_CHUNK))
      await filled.insertInto('word_variants').values(chunk).execute()
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.position
  }
}

const toRow = ({ subject_id, name, status, position }: Company): Row => ({
  subject_id,
  position,
  search_text: '',
  place: position + (status === 'deregistered' ? STRUCK_OFF : 0),
  ...toStoredName(name),
})

function variantsOf(word: string): { variant: string; word: string }[] {
  if (word.length < 3 || word.length > 24 || !/[a-z]/.test(word)) return []
  const variants = new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])
  return [...variants].map((variant) => ({ variant, word }))
}

// The folding of `lib/domain/companies/company-name.ts` at the time of this migration.

/** Letters without a decomposition. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th' }

/** Longer words do not occur in names; search words are cut to the same length. */
const MAX_WORD = 60

const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .replace(/[łßæœøđðþ]/g, (letter) => LETTERS[letter] ?? letter)

type NameWords = {
  readonly words: readonly string[]
  /** Initials that were joined to one word: `A-B-C` is `abc`, but is found by `b` as well. */
  readonly letters: readonly string[]
}

const isLetter = (word: string): boolean => /^[a-z]$/.test(word)
/** `i` and `w` are Polish words. */
const isInitial = (word: string): boolean => /^[a-hj-vx-z]$/.test(word)

/** Runs of at least two initials become one word, so that `A. B. C.`, `A-B-C` and `ABC` are equal. */
function joinRuns(words: readonly string[], isJoined: (word: string) => boolean, letters: string[]): string[] {
  const joined: string[] = []
  let run: string[] = []
  const close = () => {
    if (run.length > 1) letters.push(...run)
    if (run.length > 0) joined.push(run.join(''))
    run = []
  }
  for (const word of words) {
    if (isJoined(word)) run.push(word)
    else {
      close()
      joined.push(word)
    }
  }
  close()
  return joined
}

function nameWords(text: string): NameWords {
  const letters: string[] = []
  const pieces = foldLetters(text)
    .split(/\s+/)
    .map((piece) => piece.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))
    .map((words) => joinRuns(words, isLetter, letters))
  // Only a piece that is a single letter is joined with its neighbours: `i S-ka` does not become `is`.
  const lone = new Set<number>()
  const flat: string[] = []
  for (const words of pieces) {
    if (words.length === 1 && isInitial(words[0] ?? '')) lone.add(flat.length)
    flat.push(...words.map((word) => word.slice(0, MAX_WORD)))
  }
  let at = -1
  const words = joinRuns(
    flat,
    () => {
      at += 1
      return lone.has(at)
    },
    letters,
  )
  return { words, letters }
}

/** Legal forms by code, in every folded spelling. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  zoo: [
    'sp z oo',
    'sp zoo',
    'sp z o o',
    'sp zo o',
    'spzoo',
    'spolka z oo',
    'spolka zoo',
    'spolka z ograniczona odpowiedzialnoscia',
    'sp z ograniczona odpowiedzialnoscia',
    'spolka z ogr odp',
    'sp z ogr odp',
  ],
  sa: ['sa', 'spolka akcyjna'],
  psa: ['psa', 'prosta spolka akcyjna', 'prosta sa'],
  ska: ['ska', 'sp ka', 'spolka komandytowo akcyjna'],
  sk: ['sp k', 'spk', 'sp kom', 'spolka komandytowa'],
  sj: ['sp j', 'spj', 'sj', 'spolka jawna'],
  spp: ['sp p', 'spp', 'spolka partnerska'],
  sc: ['sc', 'spolka cywilna'],
  se: ['spolka europejska'],
}
const PHRASES = Object.entries(FORMS)
  .flatMap(([code, texts]) => texts.map((text) => ({ code, text, words: text.split(' ') })))
  .toSorted((a, b) => b.words.length - a.words.length || (a.text < b.text ? -1 : 1))

type Phrase = (typeof PHRASES)[number]

const phraseAt = (words: readonly string[], at: number): Phrase | undefined =>
  PHRASES.find((phrase) => phrase.words.every((word, index) => words[at + index] === word))

/** Words that may follow the form at the end of a name. */
const isEnd = (words: readonly string[]): boolean =>
  words.length === 0 || /^(w (likwidacji|upadlosci|restrukturyzacji)|oddzial)\b/.test(words.join(' '))

type StoredName = { name_key: string; words: string; form: string }

const endsForms = (after: readonly string[]): boolean => {
  const phrase = phraseAt(after, 0)
  return isEnd(after) || (phrase !== undefined && endsForms(after.slice(phrase.words.length)))
}

function formAt(words: readonly string[], at: number): Phrase | undefined {
  const phrase = phraseAt(words, at)
  return phrase && (phrase.words.length > 1 || endsForms(words.slice(at + 1))) ? phrase : undefined
}

function cutForms(all: readonly string[]): { left: readonly string[]; form: string } {
  const left: string[] = []
  let form = ''
  for (let at = 0; at < all.length;) {
    const phrase = formAt(all, at)
    form = phrase?.code ?? form
    if (!phrase) left.push(all[at] ?? '')
    at += phrase?.words.length ?? 1
  }
  return left.length === 0 ? { left: all, form: '' } : { left, form }
}

function toStoredName(name: string): StoredName {
  const { words, letters } = nameWords(name)
  const { left, form } = cutForms(words)
  return { name_key: left.join(' '), words: [...new Set([...left, ...letters])].join(' '), form }
}
