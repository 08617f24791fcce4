import { foldLine } from '../fold'

/** Severity of news about a company, most severe first. */
export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

interface TitledNews {
  readonly source?: string | null | undefined
  readonly title?: string | null | undefined
}

type Row = {
  readonly severity: Severity
  /** Matches a folded title. */
  readonly title: RegExp
  /** Only for these registers; absent: for all. */
  readonly sources?: readonly string[]
}

const PROCEEDINGS = 'upadlosci|restrukturyzac|ukladow|sanacyj|likwidac|postepowani'

/**
 * One table for all sources; the first match counts. Rows for ending, lifting or refusing proceedings come before those
 * for opening them, because their titles mention them too.
 */
const rows: readonly Row[] = [
  {
    severity: 'high',
    title: new RegExp(
      `\\b(?:uchyleni|zakonczeni|umorzeni|oddaleni|odmow|odrzuceni|zwroc|cofnieci)\\w*.*(?:${PROCEEDINGS})`,
    ),
  },
  { severity: 'high', title: /\bwnios(?:ek|ku) o (?:ogloszenie upadlosci|otwarcie)/ },
  { severity: 'critical', title: /\bogloszeni[aeu] upadlosci/ },
  { severity: 'critical', title: /\botwarci\w* (?:\w+ ){0,3}(?:postepowani\w*|likwidacj\w*)/ },
  { severity: 'critical', title: /\bwpis o postepowaniu restrukturyzacyjnym|wtorne? postepowani/ },
  { severity: 'critical', title: /\bwykreslenie z (?:krajowego rejestru sadowego|krs)\b/ },
  { severity: 'critical', title: /\bzakaz\w* (?:prowadzenia|pelnienia)/ },
  { severity: 'critical', title: /\bustalen\w* dnia ukladowego|zabezpieczeni\w* majatku|tymczasow\w* nadzorc/ },
  { severity: 'critical', title: /./, sources: ['knf'] },
  { severity: 'high', title: /\bwykreslenie z rejestru vat|usuniecie rachunku z bialej listy/ },
  { severity: 'high', title: /./, sources: ['krz', 'uokik'] },
  { severity: 'high', title: /\blikwidac|\bupadlosc|\brestrukturyzac|\bwierzyciel/ },
  {
    severity: 'medium',
    title: /\bkapital|organu|wspolnik|akcjonarius|prokur|beneficjent|siedzib|firmy?\b|polaczeni|podzial/,
  },
  { severity: 'medium', title: /./, sources: ['wpv', 'crbr'] },
]

/** Without a title the default of its register applies; `low` for an unknown register. */
export function severityOf({ source, title }: TitledNews): Severity {
  const folded = foldLine(title ?? '') || '?'
  const row = rows.find(
    (each) => (each.sources === undefined || each.sources.includes(source ?? '')) && each.title.test(folded),
  )
  return row?.severity ?? 'low'
}

/** 0 is the most severe. */
export const severityRank = (news: TitledNews): number => severities.indexOf(severityOf(news))
