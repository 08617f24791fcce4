import { addDays, type Day } from '@/lib/domain/calendar'
import { caseOf, type CaseState } from '@/lib/service/sample/case-timeline'
import { advisorOf, advisorRoles, courts, type Court } from '@/lib/service/sample/krz-advisors'
import { pickDebtor, type KrzDebtor } from '@/lib/service/sample/krz-debtors'
import type { KrzStage } from '@/lib/service/sample/krz-stages'
import { dotted } from '@/lib/service/sample/polish-date'
import type { Advisor, KrzRow } from '@/lib/service/sample/report-rows'
import { rng } from '@/lib/service/sample/rng'
import { uuidFrom } from '@/lib/service/sample/stable-uuid'

/** The stage that the case has reached. */
function stageAt(track: readonly KrzStage[], progress: number): KrzStage {
  const stage = track.find(({ until }) => progress < until) ?? track.at(-1)
  if (stage === undefined) throw new RangeError('a track without stages')
  return stage
}

type Scene = { debtor: KrzDebtor; stage: KrzStage; state: CaseState; court: Court; signature: string; day: Day }

function adviserIn({ debtor, stage, state }: Scene): { advisors: Advisor[]; phrase: string } {
  if (stage.role === null) return { advisors: [], phrase: '' }
  const { advisor, licence } = advisorOf(`${debtor.key}|${state.number}`, stage.role)
  const phrase = `${advisorRoles[stage.role].noun} ${advisor.name}, nr licencji doradcy restrukturyzacyjnego ${licence}`
  return { advisors: [advisor], phrase }
}

const arrangementDayOf = ({ state }: Scene): Day => addDays(state.openedOn, -3)

function textOf(scene: Scene, advisor: string): string {
  const { debtor, stage, court, signature, day } = scene
  return stage.text({
    court: court.name,
    signature,
    debtor: debtor.phrase,
    advisor,
    decidedOn: dotted(addDays(day, -1)),
    arrangementDay: dotted(arrangementDayOf(scene)),
    meetingDay: dotted(addDays(day, 28)),
  })
}

function sceneOf(seed: number, day: Day): Scene {
  const debtor = pickDebtor(rng(`krz|${day}|${seed}`))
  const state = caseOf(debtor.key, day)
  const stage = stageAt(debtor.track, state.progress)
  const court = rng(`court|${debtor.key}`).pick(courts)
  const signature = `${court.code}/${stage.repertory}/${state.number}/${state.openedOn.slice(0, 4)}`
  return { debtor, stage, state, court, signature, day }
}

const NUMBERS_FROM = 9001

/** An announcement of the debtors' register on a Warsaw day. `seed` is its number within the day, from 0. */
export function makeKrzRow(seed: number, day: Day): KrzRow {
  const scene = sceneOf(seed, day)
  const { debtor, stage, court, signature } = scene
  const { advisors, phrase } = adviserIn(scene)
  return {
    id: uuidFrom('krz', day, seed),
    announcement_date: day,
    advisors,
    attributes: stage.subcategory === 'Ustalenie dnia układowego' ? { dzien_ukladowy: arrangementDayOf(scene) } : {},
    signature,
    number: `${day.replaceAll('-', '')}/${String(NUMBERS_FROM + seed).padStart(5, '0')}`,
    title: stage.title,
    court: court.name,
    court_division: court.division,
    rodzaj_sprawy: stage.repertory,
    category: stage.category,
    subcategory: stage.subcategory,
    ...debtor.fields,
    tresc_text: textOf(scene, phrase),
  }
}
