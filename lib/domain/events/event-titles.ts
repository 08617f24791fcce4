import { foldLine } from '../fold'
import type { EventKind } from './event-kinds'

type Row = {
  readonly kind: EventKind
  /** Matches a folded title. */
  readonly title: RegExp
  /** Only for these sources; absent: for all. */
  readonly sources?: readonly string[]
}

/** Words for the end, the lifting or the refusal of something, which the title names afterwards. */
const ENDS = String.raw`\b(?:uchyleni|zakonczeni|ukonczeni|umorzeni|oddaleni|odmow|odrzuceni|zwroc|zwrot|cofnieci|wygasnieci|stwierdzeni\w* wykonania)\w*`

const endOf = (what: string) => new RegExp(`${ENDS}.*(?:${what})`)

const KRZ_AND_PRINTS = ['krz', 'msig', 'krs']

/**
 * The patterns of all sources; the first match counts, so what is more particular comes first: a title about the end of
 * proceedings names the proceedings, too.
 */
const rows: readonly Row[] = [
  { kind: 'warning', title: /./, sources: ['knf'] },
  { kind: 'decision', title: /./, sources: ['uokik'] },
  { kind: 'aid', title: /./, sources: ['sudop'] },
  { kind: 'award', title: /./, sources: ['bzp'] },
  { kind: 'beneficial_owner', title: /beneficjent/ },

  { kind: 'account', title: /\brachun(?:ek|ku|kow|ki)\b/, sources: ['wpv'] },
  { kind: 'vat_removal', title: /\b(?:wykresleni|odmow|usunieci)\w* .*\bvat\b|\bniezarejestrowan/, sources: ['wpv'] },
  { kind: 'vat_status', title: /\bvat\b|podatnik/, sources: ['wpv'] },

  { kind: 'enforcement', title: /\begzekuc|\bkomornik|\bzaleglosc|\btytul\w* wykonawcz|\bdluznik\w* niewyplacaln/ },
  { kind: 'ban', title: /\bzakaz\w* (?:prowadzenia|pelnienia)/ },

  {
    kind: 'deletion',
    title: /\bwykresleni\w* (?:podmiotu |spolki )?z (?:krajowego rejestru sadowego|krs|rejestru przedsiebiorcow)\b/,
  },
  { kind: 'deletion', title: /\brozwiazani\w* (?:podmiotu|spolki) bez przeprowadzania (?:postepowania )?likwidac/ },

  { kind: 'liquidation_end', title: /\bsprawozdani\w* likwidacyjn/ },
  { kind: 'statement', title: /^(?:wzmianka o zlozeniu )?(?:\w+ )?sprawozdani/ },
  { kind: 'capital', title: /\bkapital/ },
  { kind: 'merger', title: /\bpolaczeni|\bpodzial\w* spol|\bprzeksztalceni|\bprzejeci/ },
  { kind: 'proceedings', title: endOf('zobowiazan|planu splaty') },
  { kind: 'bankruptcy_end', title: endOf('upadlosc') },
  { kind: 'restructuring_end', title: endOf('restrukturyzac|uklad|sanacyj') },
  { kind: 'liquidation_end', title: endOf('likwidac') },
  { kind: 'proceedings', title: endOf('postepowani'), sources: KRZ_AND_PRINTS },
  { kind: 'enforcement', title: /\bzabezpieczeni\w* (?:\w+ )?(?:majat|roszcz|wierzyteln)/ },
  { kind: 'bankruptcy_petition', title: /\bwnios(?:ek|ku|ki) .*\bupadlosc/ },
  { kind: 'bankruptcy_petition', title: /\btymczasow\w* (?:nadzorc|zarzadc)|\bzarzadc\w* przymusow/ },
  {
    kind: 'proceedings',
    title:
      /\blist(?:a|y|e) wierzytelnosci|\bplan\w* (?:splaty|podzialu)|\bzgromadzeni\w* wierzycieli|\brad\w* wierzycieli|\bzatwierdzeni\w* ukladu|\bpropozycj\w* ukladow|\bspis\w* (?:wierzytelnosci|inwentarza)|\bsprzedaz|\bmas\w* upadlosci|\bskladnik\w* mas|\boperat|\bopis\w* i oszacowani|\bglosowani\w* nad ukladem/,
    sources: KRZ_AND_PRINTS,
  },
  { kind: 'proceedings', title: /\b(?:zmian|powolani|odwolani|ustanowieni)\w* (?:\w+ )?(?:syndyk|nadzorc|zarzadc)/ },
  { kind: 'bankruptcy', title: /\b(?:ogloszeni\w*|oglosil) upadlosc|\bpostepowani\w* upadlosciow|^upadlosc\b/ },
  { kind: 'bankruptcy', title: /\bwtorne\w* postepowani/ },
  { kind: 'restructuring', title: /\brestrukturyzac|\bsanacyj|\bdni\w* ukladow|\bpostepowani\w* ukladow|\bukladow/ },
  { kind: 'board', title: /\blikwidatorow|\blikwidatora\b/ },
  { kind: 'liquidation', title: /\blikwidac|\brozwiazani\w* spolki/ },
  { kind: 'proceedings', title: /\bwierzyciel|\bwierzyteln|\bupadl|\bsyndyk|\bzadluzon/ },

  { kind: 'meeting', title: /\bzgromadzeni\w* (?:akcjonariusz|wspolnik|czlonk)|\bwaln\w* zgromadzeni|\bdywidend/ },
  { kind: 'shareholders', title: /\bwspolni[kc]|\bakcjonariusz|\budzial(?:ow|u|y|ami)\b/ },
  {
    kind: 'board',
    title:
      /\borgan\w* (?:reprezentacji|nadzoru)|\bzarzad(?:u|zie)?\b|\bprokur|\brad\w* nadzorcz|\breprezentacj|\bkurator/,
  },
  { kind: 'seat', title: /\badres|\bsiedzib/ },
  { kind: 'name', title: /\b(?:firm|nazw)\w*\b|\bform\w* prawn/ },
  { kind: 'activity', title: /\bprzedmiot\w* dzialalnosci|\bpkd\b|\bdzialalnosc/ },
  { kind: 'articles', title: /\bumow\w* spolki|\bstatut/ },
]

interface TitledEvent {
  readonly source?: string | null | undefined
  readonly title?: string | null | undefined
}

/** The kind that the title says in its source; `other` if it says none that is known. */
export function eventKindOf({ source, title }: TitledEvent): EventKind {
  const folded = foldLine(title ?? '')
  // A title that is missing says nothing, but a list with one kind of entry does.
  const text = folded === '' ? '?' : folded
  const isMatch = (row: Row) =>
    (row.sources === undefined || row.sources.includes(source ?? '')) && row.title.test(text)
  return rows.find(isMatch)?.kind ?? 'other'
}
