import { warsawDay } from '@/lib/domain/calendar'
import { formatDate, formatDateTime, formatInteger, formatRemoteDay } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { Messages } from '@/lib/domain/format/messages'
import { countIn, type TextSource, wordsIn } from '@/lib/panel/words'
import { drawFacts, drawHeading, drawNote, drawRemark, drawTitle, type PdfFact } from '@/lib/pdf/blocks'
import { makePdf } from '@/lib/pdf/document'
import { drawFooters } from '@/lib/pdf/footer'
import { drawTable, type PdfRow } from '@/lib/pdf/table'

import type { WhiteListRow, WhiteListRun } from './contract/runs'
import { formatAccount } from './domain/account'

export type ProofContent = {
  readonly account: string
  readonly run: WhiteListRun
  readonly rows: readonly WhiteListRow[]
  readonly locale: Locale
  readonly signal?: AbortSignal | undefined
}

const SIZE = 6.5
type ProofWords = TextSource<Messages['papers']['whiteList']>

/** Renders the answers row by row as a PDF (A4). The same content gives the same bytes. */
export function renderProof(proof: ProofContent): Promise<Uint8Array<ArrayBuffer>> {
  const { run, rows, locale, signal } = proof
  const proofWords = wordsIn(locale, 'papers', 'whiteList')
  const { words, say } = proofWords
  const { title } = words
  const subject = run.name === '' ? words.pasted : run.name
  const at = new Date(rows.reduce((last, { answered_at: each }) => latest(last, each), run.created_at))
  return makePdf({ title, subject, creator: 'Panel Rejestrów', at, locale, signal }, function* (document) {
    drawTitle(document, { title, subject })
    if (run.answered < run.numbers) {
      drawNote(
        document,
        say('partial', { answered: formatInteger(run.answered, locale), ...countIn(locale, run.numbers) }),
      )
    }
    yield* drawFacts(document, factsOf(proof, proofWords))
    drawHeading(document, words.limits.title)
    for (const item of words.limits.items) drawRemark(document, item)
    document.y += 10
    yield* drawTable(document, { columns: columnsOf(words), rows: tableRows(proof, proofWords), size: SIZE })
    yield* drawFooters(document, { lines: [say('footer', { run: run.id })], locale })
  })
}

const latest = (last: string, each: string | null): string => (each !== null && each > last ? each : last)

function factsOf({ account, run, locale }: ProofContent, { words, say }: ProofWords): PdfFact[] {
  const { facts } = words
  const number = (value: number) => formatInteger(value, locale)
  const time = (at: string) => formatDateTime(at, locale)
  const unanswered = run.numbers - run.answered
  return [
    { label: facts.account, value: account },
    { label: facts.list, value: run.name === '' ? words.pasted : run.name },
    { label: facts.run, value: run.id },
    { label: facts.startedBy, value: run.created_by },
    { label: facts.started, value: time(run.created_at) },
    {
      label: facts.finished,
      value: run.finished_at === null ? words.notFinished : time(run.finished_at),
      note: words.states[run.state],
    },
    {
      label: facts.rows,
      value: say('rowsOf', { rowsNumber: run.rows, rows: number(run.rows), ...countIn(locale, run.numbers) }),
    },
    { label: facts.answers, value: say('answersOf', { answered: number(run.answered), others: number(unanswered) }) },
    {
      label: facts.units,
      value: number(run.units),
      ...(run.unsaid > 0 && { note: say('unsaid', { numbers: number(run.unsaid) }) }),
    },
  ]
}

const SHARES = [0.13, 0.23, 0.17, 0.14, 0.33] as const
const columnsOf = ({ columns }: ProofWords['words']) => columns.map((label, at) => ({ label, width: SHARES[at] ?? 0 }))

function* tableRows({ rows, locale }: ProofContent, proofWords: ProofWords): Iterable<PdfRow> {
  for (const row of rows) {
    yield {
      cells: [
        numberCell(row, proofWords),
        companyCell(row, locale, proofWords),
        accountCell(row, proofWords),
        dayCell(row, locale, proofWords),
        proofCell(row),
      ],
      isMarked: row.state !== 'answered' || row.verdict === 'not_listed' || row.status !== 'active',
    }
  }
}

const numberCell = ({ kind, number, nip, line }: WhiteListRow, { words }: ProofWords): string =>
  [
    `${kind === 'nip' ? 'NIP' : 'KRS'} ${number}`,
    ...(kind === 'krs' && nip !== null ? [`NIP ${nip}`] : []),
    `${words.line} ${line}`,
  ].join('\n')

function companyCell(
  { state, fault, status, name, removed_on }: WhiteListRow,
  locale: Locale,
  { words, say }: ProofWords,
): string {
  if (state === 'unsure') return words.unsure
  if (state === 'error') return words.faults[fault ?? 'unreadable']
  if (status === null) return words.waiting
  const statusText = [
    words.statuses[status],
    ...(removed_on === null ? [] : [say('removed', { day: formatRemoteDay(removed_on, locale) })]),
  ].join(', ')
  return name === null ? statusText : `${wrapName(name)}\n${statusText}`
}

/** Wraps lines here, because the library's own wrapping takes many seconds for thousands of names. */
function wrapName(name: string): string {
  const lines: string[] = []
  for (const word of name.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < NAME_LENGTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(...pieces(word, NAME_LENGTH))
  }
  return lines.join('\n')
}
const NAME_LENGTH = 22

function accountCell({ account, verdict }: WhiteListRow, { words }: ProofWords): string {
  if (account === null) return words.noAccount
  const groups = formatAccount(account)
  const [first, second] = [groups.slice(0, 17), groups.slice(17)]
  return [first.trim(), second.trim(), verdict === null ? words.noVerdict : words.verdicts[verdict]].join('\n')
}

function dayCell({ day, answered_at }: WhiteListRow, locale: Locale, { words, say }: ProofWords): string {
  const order = day === null ? [] : [say('asked', { day: formatDate(day, locale) })]
  if (answered_at === null) return order.join('\n')
  const isOther = day !== null && day !== warsawDay(new Date(answered_at))
  return [
    ...order,
    say('answered', { at: '' }),
    formatDateTime(answered_at, locale),
    ...(isOther ? [words.otherDay] : []),
  ]
    .map((line) => line.trim())
    .join('\n')
}

function proofCell({ request_id, sha256 }: WhiteListRow): string {
  const parts = [...pieces(request_id ?? '', 36), ...pieces(sha256 ?? '', 32)]
  return parts.join('\n')
}

const pieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
